import { defineAgent, defineFunction, SpeechModel, VAD, type Agent } from 'antiphon';
import * as z from 'zod';

/** A table that the agent has booked. */
export interface Booking {
  readonly people: number;
  readonly hour: number;
}

/** What an agent needs to reach its speech model. */
export interface ModelAddress {
  readonly api_key: string;
  /** @default that of OpenAI */
  readonly base_url?: string | undefined;
  readonly voice?: string | undefined;
}

/** Servers of Antiphon and of Azure report when each word is spoken: what was heard is then exact. OpenAI does not. */
const WORD_TIMES = { body: { audio: { output: { output_audio_timestamp_types: ['word'] } } } };

/** Creates a receptionist whose speech model hears the guest and speaks itself. */
export function createReceptionist(address: ModelAddress): Agent<{ bookings: Booking[] }> {
  return defineAgent<{ bookings: Booking[] }>({
    configure_session: () => ({
      initial_messages: [{ role: 'system', content: 'You answer the phone of the Olive Tree, a small restaurant.' }],
      vad: VAD.Silero(),
      model: SpeechModel.OpenAI({ ...address, ...(address.base_url !== undefined && { extra: WORD_TIMES }) }),
      session_data: { bookings: [] },
    }),
    functions: {
      current_time: defineFunction({
        description: 'The time of day.',
        parameters: z.object({}),
        execute: () => "seven o'clock",
      }),
      book_table: defineFunction({
        description: 'Books a table for tonight.',
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
