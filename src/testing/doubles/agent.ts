import { STT, TTS, VAD } from '../../../providers/names.ts';
import type { Agent } from '../../session/agent.ts';
import { createLlmDouble } from './llm.ts';

/**
 * Creates an agent with provider doubles, for scoring a splice, a stage, a tap or a port. Its answers come from the
 * score's `llm` option.
 *
 * @example
 * ```ts runnable
 * import { createAgentDouble, score } from 'antiphon/testing';
 * import { map } from 'rxjs';
 *
 * const userTurn = map((turn: { turn: number; text: string }) => ({ ...turn, text: turn.text.toUpperCase() }));
 * await score(
 *   createAgentDouble(),
 *   ({ user, history }) => {
 *     user.types('1s', 'hello');
 *     history([{ content: 'HELLO' }, { content: 'Good evening.' }]);
 *   },
 *   { llm: ['Good evening.'], splice: { userTurn } },
 * );
 * ```
 *
 * @param parts its own handlers and functions. Default: none
 */
export function createAgentDouble(parts: Partial<Agent> = {}): Agent {
  return {
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.Deepgram({ api_key: 'unused' }),
      tts: TTS.Deepgram({ api_key: 'unused' }),
      initial_messages: [],
      session_data: {},
    }),
    llm_response_handler: createLlmDouble([]),
    ...parts,
  };
}
