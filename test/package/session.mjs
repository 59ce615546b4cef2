// A session on the bundled model in an empty project, under virtual time: a buzz is speech, and is answered.
import { createSession, defineAgent, STT, TTS, VAD } from 'antiphon';
import {
  createLlmDouble,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  VirtualClock,
} from 'antiphon/testing';
import { map, take, timer } from 'rxjs';
import { createWindows } from './windows.mjs';

const clock = new VirtualClock();
const windows = [...createWindows(16_000, 60), ...Array.from({ length: 60 }, () => new Int16Array(512))];
const audioIn = timer(32, 32, clock).pipe(
  take(windows.length),
  map((at) => ({ samples: windows[at], sampleRate: 16_000 })),
);
const config = {
  initial_messages: [],
  session_data: {},
  vad: VAD.Silero(),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
};
const agent = defineAgent({
  configure_session: () => config,
  llm_response_handler: createLlmDouble(['Good evening.'], { scheduler: clock }),
});
const io = createTransportDouble({ audioIn, scheduler: clock });
const session = createSession(agent, config, io, {
  scheduler: clock,
  ports: { stt: createSttDouble({ says: ['hello'], scheduler: clock }), tts: createTtsDouble({ scheduler: clock }) },
});
session.events$.subscribe(({ name, input }) => console.log(name, input.message?.content ?? ''));
session.errors$.subscribe((error) => console.log(error.code, error.message));
session.start();
await clock.run(10_000);
session.close();
