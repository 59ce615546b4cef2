import { defineAgent, defineFunction, STT, TTS, VAD, type Agent } from 'antiphon';
import { openCassette, recordHandler, type AskModel, type Cassette } from 'antiphon/testing';
import OpenAI from 'openai';
import * as z from 'zod';

const openai = new OpenAI({ apiKey: process.env['OPENAI_API_KEY'] ?? 'none' });
export const MODEL = 'gpt-6-luna';

/** The answers of all models. Run with ANTIPHON_CASSETTE=record, and a key, where they are missing. */
export const cassette: Cassette = openCassette('examples/testing/answers.json');

/** Asks the model of the judge and of the simulated user. */
export const ask: AskModel = ({ messages, signal }) =>
  openai.chat.completions.create({ model: MODEL, messages: [...messages], stream: true }, { signal });

/** The concierge of a small restaurant, whose model is recorded, too. */
export const concierge: Agent<{ booked: number }> = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'unused' }),
    tts: TTS.Deepgram({ api_key: 'unused' }),
    initial_messages: [
      {
        role: 'system',
        content:
          'You are the concierge of the Olive Tree. Answer in one short sentence. Book tables with your function.',
      },
    ],
    first_message: 'The Olive Tree, good evening. What can I do for you?',
    session_data: { booked: 0 },
    interrupt_phrases: 'default',
  }),
  llm_response_handler: recordHandler(
    ({ messages, tools, signal }) =>
      openai.chat.completions.create({ model: MODEL, messages, ...(tools && { tools }), stream: true }, { signal }),
    cassette,
  ),
  functions: {
    book_table: defineFunction({
      description: 'Books a table for tonight',
      parameters: z.object({ guests: z.int(), hour: z.int() }),
      execute: ({ guests, hour }, { session_data }) => {
        session_data.booked += guests;
        return `a table for ${guests} at ${hour}`;
      },
    }),
  },
});
