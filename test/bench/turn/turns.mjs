// Users who speak and are silent by turns, in real time.
import { setTimeout as sleep } from 'node:timers/promises';

const FRAME_MS = 32;
/** Windows of speech in each turn, and of both speech and the silence after it: enough for an answer to be heard. */
const VOICED = 4;
export const CYCLE = 14;
/** What a process that has served for a while has behind it: sessions, and turns of each. */
export const WARM_UP = [20, 40];

/** Sessions side by side, their phases spread evenly over a turn. */
export async function converseAll(count, converse) {
  await Promise.all(Array.from({ length: count }, (_, n) => converse((n * CYCLE * FRAME_MS) / count)));
}

/** Calls `frame` with the number of each window within its turn. Absolute deadlines: late once is not late ever after. */
export async function pace(phaseMs, turns, frame) {
  const start = performance.now() + phaseMs;
  for (let n = 0; n < turns * CYCLE; n++) {
    await sleep(Math.max(0, start + n * FRAME_MS - performance.now()));
    frame(n % CYCLE);
  }
}

/** Creates the audio of a window of a turn, as the detector of `doubles.mjs` understands it. */
export function createWindow(at) {
  return { samples: new Int16Array(512).fill(at < VOICED ? 1 : 0), sampleRate: 16_000 };
}
