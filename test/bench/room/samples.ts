import { concatSamples } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';

export { concatSamples };

/** Rate of all audio that is mixed, in Hz. */
export const RATE = 16_000;

/** RMS of the loudest parts: those within 30 dB of the loudest 20 ms. Pauses within a sound do not count. */
export function activeLevel(samples: Int16Array): number {
  const length = RATE / 50;
  const levels: number[] = [];
  for (let at = 0; at + length <= samples.length; at += length)
    levels.push(meanSquare(samples.subarray(at, at + length)));
  const least = Math.max(...levels) / 1000;
  const active = levels.filter((level) => level > 0 && level >= least);
  return active.length === 0
    ? Math.sqrt(meanSquare(samples))
    : Math.sqrt(active.reduce((sum, level) => sum + level, 0) / active.length);
}

/** Scales a sound to an `activeLevel`, and clips it. */
export function toLevel(samples: Int16Array, level: number): Int16Array {
  const gain = level / Math.max(activeLevel(samples), 1);
  return samples.map((sample) => clip(sample * gain));
}

/** Removes the silence before and after a sound. */
export function trimSilence(samples: Int16Array): Int16Array {
  const isSound = (sample: number): boolean => Math.abs(sample) > 30;
  return samples.subarray(Math.max(0, samples.findIndex(isSound)), samples.findLastIndex(isSound) + 1);
}

export function clip(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}

/** Decibels to a ratio of levels. */
export function ratio(decibels: number): number {
  return 10 ** (decibels / 20);
}

function meanSquare(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(samples.length, 1);
}

export function resampleSamples(samples: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to);
  return concatSamples([resampler.push(samples), resampler.flush()]);
}
