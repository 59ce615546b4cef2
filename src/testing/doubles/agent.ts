import { STT, TTS, VAD } from '../../../providers/names.ts';
import type { Agent } from '../../session/agent.ts';
import { createLlmDouble } from './llm.ts';

/**
 * Creates an agent with provider doubles, for scoring a splice, a stage, a tap or a port. Its answers come from the
 * score's `llm` option.
 *
 * @param parts its own handlers and functions. Default: none
 * @example
 * await score(createAgentDouble(), ({ user, agent }) => { … }, { llm: ['Good evening.'], splice: { userTurn } });
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
