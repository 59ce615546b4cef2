import { defineAgent, defineFunction, handoff, STT, TTS, VAD, type Agent, type SessionConfig } from 'antiphon';
import * as z from 'zod';
import { streamAnswer, type Answer } from './streamAnswer.ts';

/** Everything that both agents understand, in JSGF. */
const grammar = `#JSGF V1.0;
grammar bookshop;
public <utterance> = hello | my invoice is wrong | when are you open | thank you;
`;

/** The session data of both agents. */
export interface Caller {
  readonly notes: string[];
}

/** The line of a small shop: `reception` answers, and hands callers with an invoice to `billing`, which hands them back. Both run without a key. */
export const reception: Agent<Caller> = defineAgent<Caller>({
  name: 'reception',
  configure_session: () => configure('You are the reception of a bookshop.', { first_message: 'The bookshop, hello?' }),
  llm_response_handler: ({ messages }) => streamAnswer(answerAtReception(String(messages.at(-1)?.content))),
  functions: {
    transfer_to_billing: defineFunction({
      description: 'Hands the caller to billing.',
      parameters: z.object({ concern: z.string() }),
      execute: ({ concern }, { session_data }) => {
        session_data.notes.push(concern);
        return handoff(billing, { session_data });
      },
    }),
  },
  // A session that is resumed from a checkpoint finds the agent that spoke here.
  get agents() {
    return [billing];
  },
});

export const billing: Agent<Caller> = defineAgent<Caller>({
  name: 'billing',
  configure_session: () => configure('You are the billing desk of a bookshop.'),
  llm_response_handler: ({ messages, session_data }) =>
    streamAnswer(answerAtBilling(String(messages.findLast(({ role }) => role === 'user')?.content), session_data)),
  functions: {
    transfer_to_reception: defineFunction({
      description: 'Hands the caller back to the reception.',
      parameters: z.object({}),
      execute: (_, { session_data }) =>
        handoff(reception, {
          session_data,
          history: 'summary',
          // A real agent asks its model.
          summarize: () => `The caller's concern at billing: ${session_data.notes.join(', ')}.`,
        }),
    }),
  },
});

function configure(content: string, more: Partial<SessionConfig<Caller>> = {}): SessionConfig<Caller> {
  return {
    initial_messages: [{ role: 'system', content }],
    vad: VAD.Silero(),
    stt: STT.Local({ grammar }),
    tts: TTS.Local(),
    session_data: { notes: [] },
    ...more,
  };
}

function answerAtReception(last: string): Answer {
  if (/invoice/u.test(last))
    return { text: 'One moment, please.', call: { name: 'transfer_to_billing', arguments: { concern: last } } };
  return { text: 'We are open from nine to six.' };
}

function answerAtBilling(last: string, { notes }: Caller): Answer {
  if (/open/u.test(last)) return { call: { name: 'transfer_to_reception', arguments: {} } };
  return { text: `This is billing. You said: ${notes.at(-1)}.` };
}
