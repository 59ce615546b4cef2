import { defineAgent, VAD, type Agent } from 'antiphon';
import { askModel } from '../concierge/openai.ts';
import type { SelectedVendors } from './selectVendors.ts';

const INSTRUCTIONS = 'You are on the telephone: answer in one to three short, plain sentences.';

/** Creates an agent with the selected vendors and a language model. */
export function createVendorAgent({ stt, tts }: SelectedVendors): Agent<Record<string, never>> {
  return defineAgent<Record<string, never>>({
    configure_session: () => ({
      initial_messages: [{ role: 'system', content: INSTRUCTIONS }],
      vad: VAD.Silero(),
      stt,
      tts,
      session_data: {},
      first_message: 'Hello! What can I do for you?',
    }),
    llm_response_handler: askModel,
  });
}
