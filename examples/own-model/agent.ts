import { defineAgent, STT, TTS, VAD, type Agent, type ChatMessage } from 'antiphon';
import { chunks } from 'antiphon/llm';

/** A model of your own: anything that streams text for a conversation, and stops when `signal` fires. */
export type Model = (messages: readonly ChatMessage[], signal: AbortSignal) => AsyncIterable<string>;

/** Creates an agent that answers with `model`. */
export function createAgent(model: Model = echo): Agent<object> {
  return defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.Local({ grammar: '#JSGF V1.0; grammar echo; public <sentence> = hello | good morning;' }),
      tts: TTS.Local(),
      initial_messages: [{ role: 'system', content: 'Repeat what the user says.' }],
      session_data: {},
      interrupt_phrases: 'default',
    }),
    llm_response_handler: ({ messages, signal }) => chunks(model(messages, signal)),
  });
}

/** Streams word by word, as a model does. */
async function* echo(messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<string> {
  for (const word of ['You', 'said:', ...(messages.at(-1)?.content ?? '').split(' ')]) {
    if (signal.aborted) return;
    yield `${word} `;
  }
}

export const agent: Agent<object> = createAgent();
