/**
 * Windows that sound like speech (a buzz with moving formants, in syllables), noise and silence. Made of whole numbers and of
 * sums and products alone, so that every machine makes the same.
 */
export function createWindows(sampleRate, count) {
  const size = sampleRate * 0.032;
  const random = createRandom(1);
  const voice = createVoice(sampleRate, random);
  return Array.from({ length: count }, (_, at) => {
    const part = Math.floor(at / 60) % 4;
    const window = new Int16Array(size);
    for (let n = 0; n < size; n += 1) {
      const hiss = (random() % 2001) - 1000;
      const sample = part === 1 ? 0 : part === 3 ? hiss * 4 : voice() + Math.trunc(hiss / (part === 0 ? 20 : 4));
      window[n] = Math.max(-32768, Math.min(32767, sample));
    }
    return window;
  });
}

/** Numbers from 0 to 2^31, the same in every run. */
function createRandom(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff);
}

/** Resonances of a voice, in Hz. */
const FORMANTS = [
  { lowest: 300, range: 500, width: 250 },
  { lowest: 900, range: 1200, width: 330 },
  { lowest: 2300, range: 500, width: 500 },
];

/** A pulse train through three resonators, whose pitch and formants change with every syllable. */
function createVoice(sampleRate, random) {
  let left = 0;
  let length = 1;
  let period = 100;
  let phase = 0;
  let level = 0;
  let filters = [];
  return () => {
    if (left === 0) {
      left = Math.trunc(sampleRate * 0.12) + (random() % Math.trunc(sampleRate * 0.16));
      length = left;
      period = Math.trunc(sampleRate / (90 + (random() % 120)));
      level = random() % 5 === 0 ? 0 : 1 + (random() % 4);
      filters = FORMANTS.map(({ lowest, range, width }) =>
        createResonator((lowest + (random() % range)) / sampleRate, 1 - width / sampleRate),
      );
    }
    left -= 1;
    phase = (phase + 1) % period;
    const swell = Math.min(left, length - left) / length;
    const pulse = phase === 0 ? 6000 * level * swell : 0;
    return Math.round(filters.reduce((sum, filter) => sum + filter(pulse), 0));
  };
}

/** Two poles at `turn` of the sample rate, `decay` from the origin; the cosine is a polynomial, whose bits are the same everywhere. */
function createResonator(turn, decay) {
  const angle = 2 * 3.141592653589793 * turn;
  const square = angle * angle;
  const cosine = 1 - square / 2 + (square * square) / 24 - (square * square * square) / 720;
  let last = 0;
  let before = 0;
  return (input) => {
    const output = input + 2 * decay * cosine * last - decay * decay * before;
    before = last;
    last = output;
    return output;
  };
}
