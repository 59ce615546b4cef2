import { resampleSamples } from '../room/samples.ts';
import { decodeMulaw, encodeMulaw } from '../../../src/wire/audio/g711.ts';
import type { Sample } from './createSet.ts';
import { createRandom } from './random.ts';
import { join, knocks, music, RATE, silence } from './noises.ts';

/** Where a sentence is heard. */
export interface Condition {
  readonly name: string;
  /** Its noise, of `length` samples. */
  readonly noise?: ((length: number, seed: number) => Float64Array) | undefined;
  /** How far the noise is below the speech, in dB. */
  readonly snr?: number | undefined;
  /** The audio passes through a telephone: 8 kHz, mu-law. */
  readonly isTelephone?: boolean | undefined;
}

/** Returns the condition of a quiet room. */
export const CLEAN: Condition = { name: 'none' };

/** Returns a room with an even noise: the same for all samples. */
export function noisy(snr: number): Condition {
  return { name: `${snr} dB`, noise: hiss, snr };
}

/** Returns a room with music: other music for each sample. */
export function overMusic(snr: number): Condition {
  return { name: `music, ${snr} dB`, noise: (length, seed) => fill(music, length, seed), snr };
}

/** Returns a room in which somebody types. */
export function overKeys(snr: number): Condition {
  return { name: `keys, ${snr} dB`, noise: (length, seed) => fill(knocks, length, seed), snr };
}

export const TELEPHONE: Condition = { name: 'telephone', isTelephone: true };

function hiss(length: number): Float64Array {
  const random = createRandom(5);
  let low = 0;
  return new Float64Array(length).map(() => (low = 0.7 * low + random() * 2 - 1));
}

/** Joins sounds until they last as long as the segment, from within the first on. */
function fill(sound: (seed: number) => Float64Array, length: number, seed: number): Float64Array {
  const parts: Float64Array[] = [];
  const from = Math.floor(createRandom(seed)() * RATE);
  for (let n = 0, total = -from; total < length; n += 1) {
    const part = sound(seed * 100 + n);
    parts.push(part);
    total += part.length;
  }
  return join(parts).subarray(from, from + length);
}

/** Makes a segment as the VAD cuts it: 0.5 s before the sound, 0.58 s behind it. */
export function toSegment({ clean }: Sample, { noise, snr = 0, isTelephone = false }: Condition): Int16Array {
  const padded = join([silence(500), clean, silence(580)]);
  const around = noise?.(padded.length, clean.length);
  const gain = around === undefined ? 0 : rms(clean) / rms(around) / 10 ** (snr / 20);
  const samples = Int16Array.from(padded, (sample, n) =>
    Math.max(-32_768, Math.min(32_767, Math.round((sample + (around?.[n] ?? 0) * gain) * 32_767))),
  );
  if (!isTelephone) return samples;
  return resampleSamples(decodeMulaw(encodeMulaw(resampleSamples(samples, RATE, 8000))), 8000, RATE);
}

/** Cuts a segment into the frames in which it reaches the recogniser: the level of the first does not depend on what follows. */
export function toFrames(samples: Int16Array): readonly Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / FRAME) }, (_, n) =>
    samples.subarray(n * FRAME, (n + 1) * FRAME),
  );
}

const FRAME = 512;

function rms(samples: Float64Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
