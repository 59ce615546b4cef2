// The agent of the nodes that run in processes of their own: it repeats what is typed, on doubles.
import { chunk, createSttDouble, createTtsDouble, createVadDouble } from 'antiphon/testing';

export const agent = {
  configure_session: () => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
  }),
  llm_response_handler: async function* ({ messages }) {
    yield chunk(`You said ${messages.at(-1).content}.`);
  },
};

export const options = {
  ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
};
