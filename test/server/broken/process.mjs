// A server with the broken ports that argv names; it prints its address.
import { serve } from 'antiphon/server';
import { createLlmDouble } from 'antiphon/testing';
import { BROKEN } from './ports.mjs';

const agent = {
  configure_session: () => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    first_message: 'A long sentence that takes its time, and then some more.',
  }),
  llm_response_handler: createLlmDouble([]),
};

const server = await serve({ ...BROKEN[process.argv[2]], agent, port: 0, page: false, logger: false });
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
console.log(server.url);
