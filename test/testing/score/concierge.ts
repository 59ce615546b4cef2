import * as z from 'zod';
import { STT, TTS, VAD } from '../../../providers/names.ts';
import { defineAgent, defineFunction, type Agent } from '../../../src/session/agent.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';

export interface Guest {
  readonly guest: string;
}

/** An agent as its developer has it: it answers `Hello.` once. */
export function concierge(): Agent<Guest> {
  return defineAgent<Guest>({
    configure_session: ({ custom_data }) => ({
      vad: VAD.Silero(),
      stt: STT.Deepgram({ api_key: 'none' }),
      tts: TTS.Deepgram({ api_key: 'none' }),
      initial_messages: [],
      session_data: { guest: String(custom_data['guest']) },
    }),
    llm_response_handler: createLlmDouble(['Hello.']),
    functions: {
      book: defineFunction({
        description: 'Books a table',
        parameters: z.object({ guests: z.number() }),
        execute: ({ guests }) => `a table for ${guests}`,
      }),
    },
  });
}

export const STORY = 'We opened in nineteen eighty. My grandmother cooked here.';
