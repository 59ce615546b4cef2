// One measurement in a process of its own: `node measure.mjs <sessions> <turns> <recogniser|timer>`. Prints as JSON how
// long, in ms, each first audio took from the end of the wait on, and how long the bare asynchronous steps took between.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession, STT, TTS, VAD } from 'antiphon';
import { Subject } from 'rxjs';
import { bare, client, handler, stt, tts, vad } from './doubles.mjs';

const [sessions, turns, wait] = process.argv.slice(2).map((value, n) => (n < 2 ? Number(value) : value));

const FRAME_MS = 32;
/** Windows of speech in each turn, and of silence: enough for an answer to be heard. */
const VOICED = 4;
const CYCLE = 14;
/** Where the timer ends the wait, it runs for so long after the last voiced sample, in ms. */
const DELAY_MS = 150;
const WARM_UP = 10;

const config = {
  initial_messages: [],
  vad: VAD.Silero({ min_silence_duration: 0.064, prefix_padding_duration: 0 }),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
  min_endpointing_delay: wait === 'timer' ? DELAY_MS / 1000 : 0,
};

const results = { added: [], bare: [] };
await Promise.all(Array.from({ length: sessions }, (_, n) => converse((n * FRAME_MS) / sessions)));
console.log(JSON.stringify(results));

/** One session: speech and silence by turns, paced in real time from a phase of its own. */
async function converse(phaseMs) {
  const audioIn = new Subject();
  let waitEndedAt = NaN;
  let turn = 0;
  const heard = () => {
    if (turn > WARM_UP) results.added.push(performance.now() - waitEndedAt);
  };
  const answering = () => {
    if (wait === 'recogniser') waitEndedAt = performance.now();
  };
  const agent = { configure_session: () => config, llm_response_handler: handler };
  const session = createSession(agent, config, client(audioIn, heard), { ports: { vad, stt: stt(answering), tts } });
  session.start();
  await pace(phaseMs, (window) => {
    const at = window % CYCLE;
    audioIn.next({ samples: new Int16Array(512).fill(at < VOICED ? 1 : 0), sampleRate: 16_000 });
    if (at === 0) turn += 1;
    if (at === VOICED - 1 && wait === 'timer') waitEndedAt = performance.now() + DELAY_MS;
    if (at === CYCLE - 2) void probe();
  });
  session.close('ended_by_api');
  await session.ended;
}

/** Absolute deadlines: late once is not late ever after. */
async function pace(phaseMs, each) {
  const start = performance.now() + phaseMs;
  for (let window = 0; window < (turns + WARM_UP) * CYCLE; window++) {
    await sleep(Math.max(0, start + window * FRAME_MS - performance.now()));
    each(window);
  }
}

async function probe() {
  const from = performance.now();
  await bare();
  results.bare.push(performance.now() - from);
}
