import { readFile } from 'node:fs/promises';
import { messageOf } from '../../core/messageOf.ts';
import { AntiphonError } from '../../core/errors.ts';
import { decodeWav } from '../../wire/audio/wav.ts';

/** Required sample rate, in Hz. */
export const TURNS_RATE = 16_000 as const;

/**
 * Reads a WAV file of 16-bit mono PCM at 16 kHz.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for any other format
 */
export async function readWav(path: string): Promise<Int16Array> {
  try {
    return decodeWav(await readFile(path), TURNS_RATE);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', messageOf(cause), { cause });
  }
}
