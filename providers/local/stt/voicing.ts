/** The sound of 10 ms of an utterance: `voiced` like a vowel, a hum or a tone; `loud` and unvoiced; or `quiet`. */
export type FrameSound = 'quiet' | 'loud' | 'voiced';

/** The sounds of an utterance. */
export interface Voicing {
  readonly frames: readonly FrameSound[];
  /** Loud, voiced or not, in ms. */
  readonly loudMs: number;
  /** In ms. */
  readonly voicedMs: number;
  /** The beginning of its first loud frame, in ms. */
  readonly startMs: number;
  /** The end of its last loud frame, in ms. */
  readonly endMs: number;
  /** Level of its quietest tenth, in dB relative to the loudest frame: the noise around the words. */
  readonly noiseDb: number;
}

/** Measures an utterance at 16 kHz by the autocorrelation of its loud frames. */
export function measureVoicing(audio: readonly Float32Array[]): Voicing {
  const samples = decimate(audio);
  const frames = Array.from({ length: Math.max(0, Math.floor((samples.length - WINDOW - MAX_LAG) / HOP)) }, (_, n) =>
    samples.subarray(n * HOP, n * HOP + WINDOW + MAX_LAG),
  );
  const energies = frames.map((frame) => energyOf(frame, 0));
  const [quiet, loudest] = [quantile(energies, QUIET), quantile(energies, 1)];
  const least = loudest * LOUD;
  const sounds = frames.map((frame, n): FrameSound => {
    if ((energies[n] ?? 0) <= least) return 'quiet';
    return periodicityOf(frame) >= VOICED ? 'voiced' : 'loud';
  });
  return {
    frames: sounds,
    loudMs: sounds.filter(isLoud).length * HOP_MS,
    voicedMs: sounds.filter((sound) => sound === 'voiced').length * HOP_MS,
    startMs: Math.max(0, sounds.findIndex(isLoud)) * HOP_MS,
    endMs: (sounds.findLastIndex(isLoud) + 1) * HOP_MS,
    noiseDb: decibels(quiet, loudest),
  };
}

function isLoud(sound: FrameSound): boolean {
  return sound !== 'quiet';
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

function decibels(energy: number, reference: number): number {
  return 10 * Math.log10((energy + 1e-12) / (reference + 1e-12));
}

/** The mean of each four samples: pitches remain. */
function decimate(audio: readonly Float32Array[]): Float32Array {
  return Float32Array.from(
    audio.flatMap((samples) =>
      Array.from({ length: samples.length >> 2 }, (_, n) => {
        const [a = 0, b = 0, c = 0, d = 0] = samples.subarray(4 * n, 4 * n + 4);
        return (a + b + c + d) / 4;
      }),
    ),
  );
}

/** Returns the highest correlation of a frame with itself a pitch period later, at most 1. */
function periodicityOf(frame: Float32Array): number {
  const energy = energyOf(frame, 0);
  let best = 0;
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag += 1) {
    let sum = 0;
    for (let n = 0; n < WINDOW; n += 1) sum += (frame[n] ?? 0) * (frame[n + lag] ?? 0);
    best = Math.max(best, sum / Math.sqrt(energy * energyOf(frame, lag) + 1e-12));
  }
  return best;
}

function energyOf(frame: Float32Array, from: number): number {
  let sum = 0;
  for (let n = from; n < from + WINDOW; n += 1) sum += (frame[n] ?? 0) ** 2;
  return sum;
}

const HOP_MS = 10;
/** In samples at 4 kHz. */
const HOP = 40;
const WINDOW = 80;
/** Pitches from 60 to 400 Hz. */
const MIN_LAG = 10;
const MAX_LAG = 66;
/** 25 dB below the loudest frame. */
const LOUD = 10 ** -2.5;
/** Share of the frames. */
const QUIET = 0.1;
const VOICED = 0.7;
