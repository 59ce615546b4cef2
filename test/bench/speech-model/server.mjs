// The server, in a process of its own: real voice activity detection, and a speech model over a socket.
// `node server.mjs <URL of the model>`.
import { defineAgent, SpeechModel, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { measureServer } from '../load/measureServer.mjs';
import { PARTS } from './parts.mjs';

const [base_url] = process.argv.slice(2);
const agent = defineAgent({
  configure_session: () => ({
    initial_messages: [{ role: 'system', content: 'You answer the phone of a small restaurant.' }],
    vad: VAD.Silero(),
    model: SpeechModel.OpenAI({ api_key: 'none', base_url }),
    session_data: {},
  }),
});

measureServer(await serve({ agent, port: 0, page: false }), PARTS);
