// The signals of features.json: 16-bit PCM at 16 kHz, the same in every run.

/** A tone that rises from 200 Hz, grows and fades, with noise. */
export function createSignal(samples, seed) {
  let state = seed;
  return Int16Array.from({ length: samples }, (_, n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = state / 2 ** 32 - 0.5;
    const seconds = n / 16_000;
    const tone = Math.sin(2 * Math.PI * (200 + 150 * seconds) * seconds) * Math.sin(3 * seconds) ** 2;
    return Math.round(9000 * tone + 300 * noise);
  });
}

/** Shorter than 8 s, and longer. */
export const SIGNALS = {
  short: createSignal(48_000, 1),
  long: createSignal(150_000, 2),
  silent: new Int16Array(16_000),
};
