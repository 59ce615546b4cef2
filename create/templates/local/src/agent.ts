import { defineAgent, VAD, type Agent } from 'antiphon';
import { chunks } from 'antiphon/llm';
import { answer } from './answer.ts';
import { stt, tts } from './engines.ts';

export const agent: Agent<object> = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt,
    tts,
    initial_messages: [{ role: 'system', content: 'You are on the telephone: answer in one or two short sentences.' }],
    first_message: 'Hello. Shall I tell you a story?',
    // "Stop", "wait" and "no" interrupt at once. Other words interrupt with 0.5 s of voice.
    interrupt_phrases: 'default',
    on_failure_message: 'Sorry, something went wrong. Could you say that again?',
    session_data: {},
  }),
  // In place of `answer`, give `chunks` the stream of your model: OpenAI, Anthropic, Gemini, AI SDK, LangChain …
  llm_response_handler: ({ messages, session }) => {
    const asked = messages.at(-1)?.content ?? '';
    if (asked.includes('goodbye')) session.end({ after: 'speech' });
    return chunks(answer(asked));
  },
});
