import { defineAgent, STT, TTS, VAD } from 'antiphon';
import OpenAI from 'openai';

const { DEEPGRAM_API_KEY = '', OPENAI_API_KEY = '' } = process.env;
const openai = new OpenAI({ apiKey: OPENAI_API_KEY });

export const agent = defineAgent({
  configure_session: ({ custom_data }) => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: DEEPGRAM_API_KEY }),
    tts: TTS.Deepgram({ api_key: DEEPGRAM_API_KEY }),
    initial_messages: [{ role: 'system', content: 'You are on the telephone: answer in one or two short sentences.' }],
    session_data: { guest: custom_data.guest },
    first_message: 'Hello. What can I do for you?',
  }),
  llm_response_handler: ({ messages, tools, signal }) =>
    openai.chat.completions.create(
      { model: 'gpt-6-luna', reasoning_effort: 'none', messages, ...(tools && { tools }), stream: true },
      { signal },
    ),
});
