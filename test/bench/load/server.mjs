// The server, in a process of its own: real voice activity detection, doubles for the rest, an agent that never stops talking.
import { performance } from 'node:perf_hooks';
import { STT, TTS, VAD } from 'antiphon';
import { serve } from 'antiphon/server';
import { startProfile } from './profile.mjs';
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
let delays = [];
let before;
let stopProfile;
sample();

process.on('message', (command) => {
  if (command === 'begin') void begin();
  if (command === 'report') void report(before).then((result) => process.send(result));
  if (command === 'end') void server.close().then(() => process.disconnect());
});
process.send({ url: server.url, rssMb: megabytes() });

async function begin() {
  stopProfile = process.argv.includes('--profile') ? await startProfile() : undefined;
  delays = [];
  before = { cpu: process.cpuUsage(), at: performance.now() };
}

/** How late a timer of 10 ms comes is how long the loop was busy with something else. */
function sample() {
  const dueAt = performance.now() + 10;
  setTimeout(() => {
    delays.push(performance.now() - dueAt);
    sample();
  }, 10).unref();
}

async function report({ cpu, at }) {
  const { user, system } = process.cpuUsage(cpu);
  const elapsedMs = performance.now() - at;
  const sorted = delays.sort((a, b) => a - b);
  return {
    cpuMs: (user + system) / 1000,
    cpuPercent: (user + system) / 10 / elapsedMs,
    elapsedMs,
    loopP99Ms: sorted[Math.floor(0.99 * (sorted.length - 1))],
    rssMb: megabytes(),
    profile: await stopProfile?.(),
  };
}

function megabytes() {
  return process.memoryUsage.rss() / 2 ** 20;
}
