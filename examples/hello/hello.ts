// npm run hello: the smallest agent, without a key.
import { defineAgent, STT, TTS, VAD } from 'antiphon';
import { chunks } from 'antiphon/llm';
import { serve } from 'antiphon/server';

const agent = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: '#JSGF V1.0; grammar hello; public <sentence> = hello | who are you;' }),
    tts: TTS.Local(),
    initial_messages: [],
    session_data: {},
    first_message: 'Hello.',
    interrupt_phrases: 'default',
  }),
  llm_response_handler: ({ messages }) => chunks(answer(messages.at(-1)?.content)),
});

async function* answer(asked = ''): AsyncGenerator<string> {
  yield asked.includes('who') ? 'I am an agent of twenty lines.' : 'Hello again.';
}

const server = await serve({ agent, port: Number(process.env['PORT'] ?? 3000) });
console.log(`Open ${server.url} and say "who are you".`);
process.once('SIGINT', () => void server.close());
