// One measurement in a process of its own: `node measure.mjs <sessions> <turns>`. Prints as JSON how long, in ms, each first
// audio took from the end of the wait on, and how long the bare asynchronous steps took that the doubles take meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession, STT, TTS, VAD } from 'antiphon';
import { Subject } from 'rxjs';
import { bare, client, handler, stt, tts, vad } from './doubles.mjs';

const [sessions, turns] = process.argv.slice(2).map(Number);

const FRAME_MS = 32;
/** Windows of speech in each turn, and of both speech and the silence after it: enough for an answer to be heard. */
const VOICED = 4;
const CYCLE = 14;
/** What a process that has served for a while has behind it: sessions, and turns of each. */
const WARM_UP = [20, 40];

const config = {
  initial_messages: [],
  vad: VAD.Silero({ min_silence_duration: 0.064, prefix_padding_duration: 0 }),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
  min_endpointing_delay: 0,
};

await converseAll(...WARM_UP);
console.log(JSON.stringify(await converseAll(sessions, turns)));

/** Sessions side by side, their phases spread evenly over a turn. */
async function converseAll(count, each) {
  const results = { added: [], bare: [] };
  await Promise.all(Array.from({ length: count }, (_, n) => converse((n * CYCLE * FRAME_MS) / count, each, results)));
  return results;
}

/** One session: speech and silence by turns, paced in real time. The recogniser’s answer ends each wait. */
async function converse(phaseMs, count, results) {
  const audioIn = new Subject();
  let waitEndedAt = Number.NaN;
  const answering = () => (waitEndedAt = performance.now());
  const heard = () => results.added.push(performance.now() - waitEndedAt);
  const agent = { configure_session: () => config, llm_response_handler: handler };
  const session = createSession(agent, config, client(audioIn, heard), { ports: { vad, stt: stt(answering), tts } });
  session.start();
  await pace(phaseMs, count, (at) => {
    audioIn.next({ samples: new Int16Array(512).fill(at < VOICED ? 1 : 0), sampleRate: 16_000 });
    if (at === CYCLE - 2) void probe(results);
  });
  session.close('ended_by_api');
  await session.ended;
}

/** Absolute deadlines: late once is not late ever after. */
async function pace(phaseMs, count, frame) {
  const start = performance.now() + phaseMs;
  for (let n = 0; n < count * CYCLE; n++) {
    await sleep(Math.max(0, start + n * FRAME_MS - performance.now()));
    frame(n % CYCLE);
  }
}

async function probe(results) {
  const from = performance.now();
  await bare();
  results.bare.push(performance.now() - from);
}
