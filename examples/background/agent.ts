import { defineAgent, defineFunction, STT, TTS, VAD, type Agent, type ChatMessage } from 'antiphon';
import { asyncScheduler, map, timer, type SchedulerLike } from 'rxjs';
import * as z from 'zod';
import { streamAnswer, type Answer } from '../concierge/completion.ts';

export interface DeskOptions {
  /** The time that the kitchen takes to confirm a table, in ms. @default 8000 */
  readonly confirmationMs?: number | undefined;
  /** Clock and timers of the function. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

const GRAMMAR = `#JSGF V1.0;
grammar desk;
public <sentence> = a table for <number> people please | what time is it | hello | goodbye;
<number> = two | three | four;
`;

const ACKNOWLEDGED = 'the kitchen was asked';

/** Creates an agent that books a table in the background, and answers meanwhile: the model's part is played by rules. */
export function createDesk({ confirmationMs = 8000, scheduler = asyncScheduler }: DeskOptions = {}): Agent {
  return defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.Local({ grammar: GRAMMAR }),
      tts: TTS.Local(),
      initial_messages: [],
      session_data: {},
      first_message: 'Good evening.',
    }),
    llm_response_handler: ({ messages }) => streamAnswer(selectAnswer(messages, new Date(scheduler.now()))),
    functions: {
      book_table: defineFunction({
        description: 'Books a table. The kitchen confirms it.',
        parameters: z.object({ people: z.string() }),
        background: true,
        execute: ({ people }, { acknowledge }) => {
          acknowledge(ACKNOWLEDGED);
          return timer(confirmationMs, scheduler).pipe(map(() => `a table for ${people} is booked`));
        },
      }),
      hang_up: defineFunction({
        description: 'Ends the call.',
        parameters: z.object({}),
        execute: (_, { session }) => session.end(),
      }),
    },
  });
}

export const agent: Agent = createDesk();

function selectAnswer(messages: readonly ChatMessage[], now: Date): Answer {
  const last = messages.at(-1);
  const news = findNews(messages);
  if (last?.role === 'user') return answerTo(last.content, now, news === undefined ? '' : ` And ${news}.`);
  if (news !== undefined) return { text: `Good news: ${news}.` };
  return { text: last?.content === ACKNOWLEDGED ? 'I am on it.' : '' };
}

/** Answers words of the guest. The news of a table that was booked while they spoke belong to the answer. */
function answerTo(words: string, now: Date, news: string): Answer {
  const [, people] = /table for (\w+)/u.exec(words) ?? [];
  if (people !== undefined) return { text: '', calls: [{ name: 'book_table', arguments: { people } }] };
  if (words.includes('time')) return { text: `It is ${describeTime(now)}. The kitchen is open until ten.${news}` };
  if (words.includes('goodbye')) return { text: `Goodbye.${news}`, calls: [{ name: 'hang_up', arguments: {} }] };
  return { text: `I can book a table.${news}` };
}

/** Finds a table that is booked, and that the guest has not heard of. */
function findNews(messages: readonly ChatMessage[]): string | undefined {
  const booked = messages.findLast(({ role, content }) => role === 'tool' && content.endsWith('is booked'))?.content;
  if (booked === undefined) return undefined;
  return messages.some(({ role, content }) => role === 'assistant' && content.includes(booked)) ? undefined : booked;
}

function describeTime(now: Date): string {
  return `${now.getHours() % 12 || 12}:${String(now.getMinutes()).padStart(2, '0')}`;
}
