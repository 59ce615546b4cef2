import { defineAgent, defineFunction, SpeechModel, VAD, type Agent } from 'antiphon';
import * as z from 'zod';

export interface ModelOptions {
  readonly api_key: string;
  /** The address of a server with OpenAI's realtime API. Undefined: OpenAI's own. */
  readonly base_url?: string | undefined;
}

export const createAgent = (options: ModelOptions): Agent<object> =>
  defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      model: SpeechModel.OpenAI({ ...options, voice: 'marin' }),
      initial_messages: [
        { role: 'system', content: 'You answer the phone of a small restaurant, in one or two short sentences.' },
      ],
      greeting: { instructions: 'Greet the caller, and offer to book a table.' },
      session_data: {},
    }),
    functions: {
      book_table: defineFunction({
        description: 'Books a table for tonight.',
        parameters: z.object({ people: z.int().min(1) }),
        execute: ({ people }) => `booked for ${people}`,
      }),
    },
  });
