import { readFile } from 'node:fs/promises';
import { concatSamples } from '../../core/audio.ts';
import { messageOf } from '../../core/messageOf.ts';
import { AntiphonError } from '../../core/errors.ts';
import { createResampler } from '../../core/resampler.ts';
import { findWavData } from '../../wire/audio/wav.ts';

/** The rate of what is read, in Hz. */
export const TURNS_RATE = 16_000 as const;

/**
 * Reads a WAV file of 16-bit mono PCM, at 16 kHz.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if it is something else
 */
export async function readWav(path: string): Promise<Int16Array> {
  try {
    const bytes = await readFile(path);
    const data = findWavData(bytes);
    if (data?.sampleRate === undefined) throw new Error('expected a RIFF header and samples, found none');
    const whole = bytes.subarray(data.from, Math.min(bytes.length, data.from + data.size));
    const samples = new Int16Array(Math.floor(whole.length / 2)).map((_, n) => whole.readInt16LE(2 * n));
    const resampler = createResampler(data.sampleRate, TURNS_RATE);
    return concatSamples([resampler.push(samples), resampler.flush()]);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', messageOf(cause), { cause });
  }
}
