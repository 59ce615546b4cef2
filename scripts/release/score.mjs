// Runs in a project that has the package: plays a conversation in virtual time, and fails if it takes a different course.
import { defineAgent, STT, TTS, VAD } from 'antiphon';
import { createLlmDouble, score } from 'antiphon/testing';

const agent = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    initial_messages: [],
    session_data: {},
  }),
  llm_response_handler: createLlmDouble(['We opened in nineteen eighty.']),
});

await score(agent, ({ user, agent: concierge }) => {
  user.says('1s', 'tell me about the restaurant', '1200ms');
  concierge.heard('We opened in nineteen eighty.');
});
