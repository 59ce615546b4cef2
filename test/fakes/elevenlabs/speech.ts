import { mp3File } from '../../wire/audio/mp3File.ts';
import { encode } from '../deepgram/companding.ts';

/** A piece of encoded speech. */
export interface Speech {
  readonly bytes: Uint8Array;
  readonly bytesPerMs: number;
}

/** @param encoding as in `output_format` */
export function encodeSpeech(samples: Int16Array, encoding: string): Speech {
  const [codec = '', rate, kilobits] = encoding.split('_');
  const sampleRate = Number(rate);
  switch (codec) {
    case 'mp3':
      return { bytes: mp3File(sampleRate, Number(kilobits), samples), bytesPerMs: Number(kilobits) / 8 };
    case 'ulaw':
      return { bytes: encode(samples, 'mulaw'), bytesPerMs: sampleRate / 1000 };
    case 'alaw':
      return { bytes: encode(samples, 'alaw'), bytesPerMs: sampleRate / 1000 };
    default:
      return { bytes: encode(samples, 'linear16'), bytesPerMs: sampleRate / 500 };
  }
}

/** The odd length of a piece, which cuts samples in two. */
const PIECE_BYTES = 4801;

export function splitPieces(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, n) =>
    bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES),
  );
}

/** Returns the characters of `text`, spoken evenly in `ms`, that begin between `fromMs` and `toMs`; null: none does. */
export function createAlignment(
  text: string,
  ms: number,
  { fromMs, toMs, zeroMs }: { readonly fromMs: number; readonly toMs: number; readonly zeroMs: number },
): object | null {
  const each = ms / text.length;
  const [first, end] = [Math.ceil(fromMs / each), Math.min(text.length, Math.ceil(toMs / each))];
  const begun = text
    .slice(first, end)
    .split('')
    .map((char, n) => ({ char, at: (first + n) * each }));
  if (begun.length === 0) return null;
  return {
    chars: begun.map(({ char }) => char),
    charStartTimesMs: begun.map(({ at }) => Math.round(at - zeroMs)),
    charDurationsMs: begun.map(() => Math.round(each)),
  };
}
