import { defineAgent, defineFunction, STT, TTS, VAD, type Agent, type ChatMessage } from 'antiphon';
import * as z from 'zod';
import { streamAnswer, type Answer } from '../concierge/completion.ts';

/** The stock of a shop, by article. */
export interface Shop {
  readonly stock: Record<string, number>;
}

/** An agent that looks things up and changes them: the model's part is played by rules. */
export const agent: Agent<Shop> = defineAgent<Shop>({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: '#JSGF V1.0; grammar shop; public <sentence> = two apples please | two pears please;' }),
    tts: TTS.Local(),
    initial_messages: [],
    session_data: { stock: { apples: 5, pears: 1 } },
    interrupt_phrases: 'default',
  }),
  llm_response_handler: ({ messages }) => streamAnswer(answerOf(messages)),
  functions: {
    order: defineFunction({
      description: 'Orders articles of the shop.',
      parameters: z.object({ article: z.enum(['apples', 'pears']), count: z.int().min(1).max(10) }),
      // What it throws, the model reads as the error of the call, and the conversation goes on.
      execute: ({ article, count }, { session_data: { stock } }) => {
        const left = (stock[article] ?? 0) - count;
        if (left < 0) throw new Error(`there are not ${count} ${article}`);
        stock[article] = left;
        return { ordered: count, left };
      },
    }),
  },
});

function answerOf(messages: readonly ChatMessage[]): Answer {
  const last = messages.at(-1);
  if (last?.role !== 'tool') {
    const article = last?.content.includes('pears') ? 'pears' : 'apples';
    return { text: '', calls: [{ name: 'order', arguments: { article, count: 2 } }] };
  }
  return {
    text: last.content.includes('ordered') ? 'They are on their way.' : 'I am sorry, we have not enough of them.',
  };
}
