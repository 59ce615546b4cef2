import { STT, TTS, VAD, defineAgent, type Agent } from 'antiphon';

const GRAMMAR = '#JSGF V1.0; grammar yes; public <yes> = yes | no;';

/** Writes down what users say. Nobody answers: there is no handler, and no voice is opened. */
export const agent: Agent = defineAgent({
  configure_session: () => ({
    initial_messages: [],
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: GRAMMAR }),
    tts: TTS.Local(),
    session_data: {},
    transcription_only: true,
  }),
});
