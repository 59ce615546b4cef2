import { STT, TTS, VAD, defineAgent, type Agent } from 'antiphon';
import { selectAnswer } from '../concierge/answers.ts';
import { streamAnswer } from '../concierge/completion.ts';
import { grammar } from '../concierge/grammar.ts';

/**
 * A speech model without a key: an agent behind the server's own realtime API, with the engines of this machine. Its
 * instructions and functions are those of the agent that uses it.
 */
export const model: Agent = defineAgent({
  configure_session: () => ({
    initial_messages: [],
    vad: VAD.Silero(),
    stt: STT.Local({ grammar }),
    tts: TTS.Local(),
    session_data: {},
  }),
  llm_response_handler: ({ messages }) => streamAnswer(selectAnswer(messages)),
});
