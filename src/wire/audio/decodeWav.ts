import { concatSamples } from '../../core/audio.ts';
import { createResampler } from '../../core/resampler.ts';
import { findWavData } from './wav.ts';
import { decodeFrames } from './wavFormat.ts';

/**
 * Decodes a WAV file as mono at `toRate` Hz.
 *
 * @throws Error if it is not a WAV file or uses an unsupported codec
 */
export function decodeWav(file: Buffer, toRate: number): Int16Array {
  const data = findWavData(file);
  if (data?.format === undefined) throw new Error('expected a RIFF header and samples, found none');
  const samples = decodeFrames(file.subarray(data.from, Math.min(file.length, data.from + data.size)), data.format);
  const resampler = createResampler(data.format.sampleRate, toRate);
  return concatSamples([resampler.push(samples), resampler.flush()]);
}
