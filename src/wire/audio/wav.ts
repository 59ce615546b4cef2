import { createDecoderSource, type AudioDecoder, type AudioDecoderSource } from './decoder.ts';
import { createPcmDecoder } from './pcm.ts';

/**
 * A RIFF file of 16-bit mono PCM as it streams. Skips the chunks before `data` and all that follows it. Takes bytes that do
 * not begin as a RIFF file for bare samples. Ignores the rate, which is agreed on with the provider. Fails for other formats
 * and for more channels.
 */
export const wav: AudioDecoderSource = createDecoderSource(createWavDecoder);

function createWavDecoder(): AudioDecoder {
  const pcm = createPcmDecoder();
  let head: Uint8Array = new Uint8Array();
  /** The bytes of `data` that are still to come; null until the header is read. */
  let left: number | null = null;
  const samples = (bytes: Uint8Array, atMost: number): Int16Array => {
    const own = bytes.subarray(0, Math.min(bytes.length, atMost));
    left = atMost - own.length;
    return pcm.push(own);
  };
  return {
    push: (bytes) => {
      if (left !== null) return samples(bytes, left);
      head = Buffer.concat([head, bytes]);
      const data = findWavData(head);
      if (data === null && head.length > MAX_HEAD_BYTES) throw new Error('a WAV file without samples');
      return data === null ? new Int16Array() : samples(head.subarray(data.from), data.size);
    },
  };
}

/** The longest header that is read; usual ones have a few hundred bytes. */
const MAX_HEAD_BYTES = 65_536;
const CHUNKS_FROM = 12;
const CHUNK_HEAD_BYTES = 8;
const FORMAT_BYTES = 16;
const PCM = 1;
const EXTENSIBLE = 0xfffe;

/** Where the samples of a file are, in bytes. */
export interface WavData {
  readonly from: number;
  readonly size: number;
  /** In Hz; undefined: the bytes are bare samples. */
  readonly sampleRate: number | undefined;
}

/**
 * Finds where the samples begin and how many bytes they are; null: more of the header must come.
 *
 * @throws Error if they are not 16-bit mono PCM: played as such they would be noise.
 */
export function findWavData(head: Uint8Array): WavData | null {
  let sampleRate: number | undefined;
  const text = (from: number): string => String.fromCharCode(...head.subarray(from, from + 4));
  if (!'RIFF'.startsWith(text(0))) return { from: 0, size: Number.POSITIVE_INFINITY, sampleRate };
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let at = CHUNKS_FROM;
  while (at + CHUNK_HEAD_BYTES <= head.length) {
    const size = view.getUint32(at + 4, true);
    const from = at + CHUNK_HEAD_BYTES;
    if (text(at) === 'fmt ' && from + FORMAT_BYTES <= head.length)
      sampleRate = readRate(new DataView(view.buffer, view.byteOffset + from));
    if (text(at) === 'data') return { from, size: parseSize(size), sampleRate };
    // A chunk of an odd size is padded by a byte that its size does not count.
    at = from + size + (size % 2);
  }
  return null;
}

/** @throws Error if the samples are not 16-bit mono PCM */
function readRate(format: DataView): number {
  const [kind, channels, bits] = [format.getUint16(0, true), format.getUint16(2, true), format.getUint16(14, true)];
  if ((kind === PCM || kind === EXTENSIBLE) && channels === 1 && bits === 16) return format.getUint32(4, true);
  throw new Error(`a WAV file of 16-bit mono PCM was expected, got format ${kind}, ${channels} channels, ${bits} bits`);
}

/** Returns the size of the samples. A file that is written as it is generated has 0, or the largest number. */
function parseSize(size: number): number {
  return size === 0 ? Number.POSITIVE_INFINITY : size;
}
