// The server, in a process of its own: real voice activity detection, doubles for the rest, an agent that never stops talking.
import { STT, TTS, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { measureServer } from './measureServer.mjs';
import { concat, concatMap, filter, from, map, mergeMap, of, range } from 'rxjs';

const RATE = 24_000;
const TALK_SECONDS = 300;
const SECOND = {
  samples: Int16Array.from({ length: RATE }, (_, n) => 3000 * Math.sin((2 * Math.PI * 220 * n) / RATE)),
  sampleRate: RATE,
};

const stt = {
  name: 'bench',
  sampleRate: 16_000,
  finalTimeoutMs: 1000,
  interims: false,
  transcribe: (speech) =>
    speech.pipe(
      filter(({ kind }) => kind === 'end'),
      mergeMap(async ({ segment }) => ({ kind: 'final', segment, text: 'yes' })),
    ),
};

const tts = {
  name: 'bench',
  sampleRate: RATE,
  accepts: 'sentences',
  language: 'en-US',
  synthesize: (text) =>
    text.pipe(
      concatMap((piece) =>
        concat(
          range(TALK_SECONDS).pipe(map(() => ({ kind: 'audio', frame: SECOND }))),
          of({ kind: 'mark', chars: piece.length }),
        ),
      ),
    ),
};

const agent = {
  configure_session: () => ({
    initial_messages: [],
    first_message: 'I shall talk for as long as you like.',
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    allow_interruptions: false,
    session_data: {},
  }),
  llm_response_handler: () => from([]),
};

const server = await serve({ agent, port: 0, page: false, ports: { stt, tts } });
measureServer(server);
