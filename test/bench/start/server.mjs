// A server with real voice activity detection, and doubles for what needs a network.
import { STT, TTS, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { createSttDouble, createTtsDouble } from 'antiphon/testing';
import { asyncScheduler as scheduler, EMPTY } from 'rxjs';

const agent = {
  configure_session: () => ({
    initial_messages: [],
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    session_data: {},
  }),
  llm_response_handler: () => EMPTY,
};

const ports = { stt: createSttDouble({ scheduler, says: [] }), tts: createTtsDouble({ scheduler }) };
const server = await serve({ agent, port: 0, page: false, ports });
process.send(server.url);
process.once('message', () => void server.close().then(() => process.disconnect()));
