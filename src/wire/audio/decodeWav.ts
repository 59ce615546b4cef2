import { concatSamples } from '../../core/audio.ts';
import { createResampler } from '../../core/resampler.ts';
import { findWavData } from './wav.ts';

/**
 * Decodes a WAV file of 16-bit mono PCM, at `toRate` Hz.
 *
 * @throws Error if it is something else
 */
export function decodeWav(file: Buffer, toRate: number): Int16Array {
  const data = findWavData(file);
  if (data?.sampleRate === undefined) throw new Error('expected a RIFF header and samples, found none');
  const whole = file.subarray(data.from, Math.min(file.length, data.from + data.size));
  const samples = new Int16Array(Math.floor(whole.length / 2)).map((_, n) => whole.readInt16LE(2 * n));
  const resampler = createResampler(data.sampleRate, toRate);
  return concatSamples([resampler.push(samples), resampler.flush()]);
}
