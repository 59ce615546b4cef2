import { STT, TTS, VAD, defineAgent, type Agent } from 'antiphon';
import { chunks } from 'antiphon/llm';

const GRAMMAR = '#JSGF V1.0; grammar yes; public <yes> = yes | no;';

/** An agent for clients with a button to hold while talking. Its model is a script: it needs no key. */
export const agent: Agent = defineAgent({
  configure_session: () => ({
    initial_messages: [],
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: GRAMMAR }),
    tts: TTS.Local(),
    session_data: {},
    push_to_talk: true,
  }),
  llm_response_handler: ({ messages }) => chunks(answer(messages.at(-1)?.content ?? '')),
});

async function* answer(text: string): AsyncGenerator<string> {
  yield 'You said: ';
  yield `${text}. `;
  yield 'Hold the button to go on.';
}
