import { firstValueFrom, map } from 'rxjs';
import { concatSamples } from '../../../src/core/audio.ts';
import type { AudioDecoderSource } from '../../../src/wire/audio/decoder.ts';

/** What a decoder makes of a stream that comes in pieces of `length` bytes. */
export function decoded(
  decoder: AudioDecoderSource,
  bytes: Uint8Array,
  length: number = bytes.length,
): Promise<Int16Array> {
  return firstValueFrom(
    decoder.pipe(map(({ push }) => concatSamples(inPieces(bytes, length).map((piece) => push(piece))))),
  );
}

/** Each in a buffer of its own. */
export function inPieces(bytes: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) => bytes.slice(n * length, (n + 1) * length));
}

/** The bytes of samples, little end first. */
export function littleEnd(samples: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [n, sample] of samples.entries()) bytes.writeInt16LE(sample, n * 2);
  return bytes;
}
