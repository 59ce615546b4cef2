import { createDecoderSource, type AudioDecoder, type AudioDecoderSource } from './decoder.ts';
import { createPcmDecoder } from './pcm.ts';
import { createFrameDecoder, FORMAT_BYTES, parseWavFormat, decodeFrames, type WavFormat } from './wavFormat.ts';
import { concatSamples } from '../../core/audio.ts';
import { createResampler } from '../../core/resampler.ts';

/**
 * Decodes a streamed RIFF file: PCM of 8 to 32 bits, floating point or G.711, at any rate; averages several channels.
 * Skips the chunks before `data` and everything after it. Treats bytes that do not begin as a RIFF file as headerless
 * 16-bit samples. Fails for other codecs.
 *
 * @example
 * ```ts
 * import { wav } from 'antiphon/providers';
 * import { readFileSync } from 'node:fs';
 *
 * wav.subscribe((decoder) => console.log(decoder.push(readFileSync('greeting.wav')).length, decoder.sampleRate));
 * ```
 */
export const wav: AudioDecoderSource = createDecoderSource(createWavDecoder);

function createWavDecoder(): AudioDecoder {
  let head: Uint8Array = new Uint8Array();
  let samples: AudioDecoder | null = null;
  let sampleRate: number | undefined;
  return {
    get sampleRate() {
      return sampleRate;
    },
    push: (bytes) => {
      if (samples !== null) return samples.push(bytes);
      head = Buffer.concat([head, bytes]);
      const data = findWavData(head);
      if (data === null && head.length > MAX_HEAD_BYTES) throw new Error('the WAV file has no samples');
      if (data === null) return new Int16Array();
      sampleRate = data.format?.sampleRate;
      samples = data.format === undefined ? createPcmDecoder() : createFrameDecoder(data.format, data.size);
      return samples.push(head.subarray(data.from));
    },
  };
}

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

/** Maximum length of a header. Usual headers have a few hundred bytes. */
const MAX_HEAD_BYTES = 65_536;
const CHUNKS_FROM = 12;
const CHUNK_HEAD_BYTES = 8;

/** The position of a file's samples, in bytes. */
interface WavData {
  readonly from: number;
  readonly size: number;
  /** Undefined if the bytes are headerless samples. */
  readonly format: WavFormat | undefined;
}

/**
 * Finds the position and length of the samples. Returns null if more of the header is needed.
 *
 * @throws Error for an unsupported codec
 */
function findWavData(head: Uint8Array): WavData | null {
  let format: WavFormat | undefined;
  const text = (from: number): string => String.fromCharCode(...head.subarray(from, from + 4));
  if (!'RIFF'.startsWith(text(0))) return { from: 0, size: Number.POSITIVE_INFINITY, format };
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let at = CHUNKS_FROM;
  while (at + CHUNK_HEAD_BYTES <= head.length) {
    const size = view.getUint32(at + 4, true);
    const from = at + CHUNK_HEAD_BYTES;
    if (text(at) === 'fmt ') {
      if (from + Math.max(size, FORMAT_BYTES) > head.length) return null;
      format = parseWavFormat(new DataView(view.buffer, view.byteOffset + from, size));
    }
    if (text(at) === 'data') {
      if (format === undefined) throw new Error('the WAV file has no format');
      return { from, size: parseSize(size), format };
    }
    // A chunk of odd size is followed by a padding byte, which its size does not include.
    at = from + size + (size % 2);
  }
  return null;
}

/** Returns the size of the samples. A file written while it is being generated has size 0 or the largest number. */
function parseSize(size: number): number {
  return size === 0 ? Number.POSITIVE_INFINITY : size;
}
