import { defineAgent, defineFunction, STT, TTS, VAD, type Agent } from 'antiphon';
import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { asyncScheduler, type SchedulerLike } from 'rxjs';
import * as z from 'zod';
import { selectAnswer, type Booking } from './answers.ts';
import { streamAnswer } from './completion.ts';
import { grammar } from './grammar.ts';
import { createHelp } from './help.ts';

/** The session data of the concierge. */
export interface Visit {
  readonly bookings: Booking[];
}

export interface ConciergeOptions {
  /** Recogniser of the concierge. @default that of this machine */
  readonly stt?: SttConfig | undefined;
  /** Voice of the concierge. @default that of this machine */
  readonly tts?: TtsConfig | undefined;
  /** Clock and timers of the concierge. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

const INSTRUCTIONS = [
  'You are the concierge of the Olive Tree, a small restaurant. You are on the telephone: answer in one to three short,',
  'plain sentences. Book tables and tell the time with the functions you have. When the guest says goodbye, say goodbye',
  'and call end_call in the same answer.',
].join(' ');

/**
 * Creates the concierge of a small restaurant. It runs on this machine without a key. With OPENAI_API_KEY in the environment, a
 * language model answers.
 */
export function createConcierge(options: ConciergeOptions = {}): Agent<Visit> {
  const { stt = STT.Local({ grammar }), tts = TTS.Local(), scheduler = asyncScheduler } = options;
  const help = createHelp();
  return defineAgent<Visit>({
    configure_session: () => ({
      initial_messages: [{ role: 'system', content: INSTRUCTIONS }],
      vad: VAD.Silero(),
      stt,
      tts,
      session_data: { bookings: [] },
      first_message: 'Good evening, the Olive Tree. What can I do for you?',
      // "Stop", "wait" and "no" interrupt at once. Other words interrupt with 0.5 s of voice.
      interrupt_phrases: 'default',
      on_failure_message: 'Sorry, something went wrong. Could you say that again?',
    }),
    llm_response_handler: (input) =>
      process.env['OPENAI_API_KEY']
        ? import('./openai.ts').then(({ askModel }) => askModel(input))
        : streamAnswer(selectAnswer(input.messages), scheduler),
    // Speech that the recogniser rejects makes no turn, which the handler could answer.
    on_user_started_speaking: ({ session }) => help.watch(session),
    on_user_message_added: ({ session }) => help.understood(session),
    // Another node has taken over the call. The agent finishes its sentence; a pending answer is requested again anyway.
    on_session_resumed: ({ speaking, heard, unanswered, session }) => {
      if (speaking !== null && unanswered === null) session.say(speaking.slice(heard.length).trim() || speaking);
    },
    functions: {
      current_time: defineFunction({
        description: 'The time of day.',
        parameters: z.object({}),
        execute: () => spokenTime(new Date(scheduler.now())),
      }),
      book_table: defineFunction({
        description: 'Books a table for tonight: for one to ten people, at one to ten o’clock.',
        parameters: z.object({ people: z.int().min(1).max(10), hour: z.int().min(1).max(10) }),
        execute: ({ people, hour }, { session_data }): Booking => {
          const booking = { people, hour };
          session_data.bookings.push(booking);
          return booking;
        },
      }),
      end_call: defineFunction({
        description: 'Hangs up as soon as the guest has heard what you say.',
        parameters: z.object({}),
        execute: (_, { session }) => session.end({ after: 'speech' }),
      }),
    },
  });
}

export const concierge: Agent<Visit> = createConcierge();

function spokenTime(now: Date): string {
  const [hour, minute] = [now.getHours() % 12 || 12, now.getMinutes()];
  return minute === 0 ? `${hour} o'clock` : `${hour}:${String(minute).padStart(2, '0')}`;
}
