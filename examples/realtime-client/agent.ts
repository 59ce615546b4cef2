import { STT, TTS, VAD, defineAgent, type Agent } from 'antiphon';
import { chunks } from 'antiphon/llm';

const GRAMMAR = '#JSGF V1.0; grammar ask; public <sentence> = good morning | when do you open;';

/** An agent with a scripted model: it needs no key. What it is for a client of the Realtime API, it is for every other. */
export const agent: Agent = defineAgent({
  configure_session: () => ({
    initial_messages: [],
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: GRAMMAR }),
    tts: TTS.Local(),
    session_data: {},
    interrupt_phrases: 'default',
  }),
  llm_response_handler: ({ messages }) => chunks(answer(messages.at(-1)?.content ?? '')),
});

async function* answer(asked: string): AsyncGenerator<string> {
  yield asked.includes('open') ? 'We open at nine.' : 'Good morning to you.';
}
