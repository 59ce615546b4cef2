import type { AudioDecoder } from './decoder.ts';
import { decodeAlaw, decodeMulaw } from './g711.ts';

/** The sample format of a WAV file, from its `fmt ` chunk. */
export interface WavFormat {
  /** Sample rate in Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly bytes: number;
  /** Reads a sample and converts it to 16 bits. */
  readonly read: (view: DataView, at: number) => number;
}

/** Size of the shortest `fmt ` chunk. */
export const FORMAT_BYTES = 16;

const PCM = 1;
const EXTENSIBLE = 0xfffe;
/** Position of the codec in an extensible format. */
const SUBFORMAT_AT = 24;

/**
 * Parses a `fmt ` chunk.
 *
 * @throws Error for an unsupported codec, whose bytes would be noise if played as samples
 */
export function parseWavFormat(chunk: DataView): WavFormat {
  const [kind, channels, bits] = [chunk.getUint16(0, true), chunk.getUint16(2, true), chunk.getUint16(14, true)];
  const codec = kind === EXTENSIBLE ? parseSubformat(chunk) : kind;
  const read = READERS[`${codec}/${bits}`];
  if (read === undefined || channels === 0)
    throw new Error(`a WAV file in ${describe(codec, channels, bits)} is not supported`);
  return { sampleRate: chunk.getUint32(4, true), channels, bytes: bits / 8, read };
}

/**
 * Creates a decoder of samples in this format, in pieces cut at any position. Ignores everything after `size` bytes.
 */
export function createFrameDecoder(format: WavFormat, size: number = Number.POSITIVE_INFINITY): AudioDecoder {
  const frame = format.bytes * format.channels;
  let left = size;
  let partial: Uint8Array = new Uint8Array();
  const push = (bytes: Uint8Array): Int16Array => {
    const own = bytes.subarray(0, Math.min(bytes.length, left));
    left -= own.length;
    const whole = partial.length === 0 ? own : Buffer.concat([partial, own]);
    const end = whole.length - (whole.length % frame);
    partial = Uint8Array.from(whole.subarray(end));
    return decodeFrames(whole.subarray(0, end), format);
  };
  return { push, sampleRate: format.sampleRate };
}

/** Decodes whole frames as mono, the mean of the channels. */
export function decodeFrames(bytes: Uint8Array, { channels, bytes: width, read }: WavFormat): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(Math.floor(bytes.length / (width * channels)));
  for (let n = 0; n < samples.length; n++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(view, (n * channels + channel) * width);
    samples[n] = Math.round(sum / channels);
  }
  return samples;
}

function parseSubformat(chunk: DataView): number {
  return chunk.byteLength >= SUBFORMAT_AT + 2 ? chunk.getUint16(SUBFORMAT_AT, true) || PCM : PCM;
}

/** Codecs of headerless samples: 16-bit PCM, A-law, mu-law. */
export type BareCodec = '1/16' | '6/8' | '7/8';

/** Creates a decoder of headerless samples, in pieces cut at any position. */
export function createBareDecoder(codec: BareCodec, sampleRate: number, channels: number): AudioDecoder {
  const bytes = codec === '1/16' ? 2 : 1;
  return createFrameDecoder({ sampleRate, channels, bytes, read: READERS[codec] });
}

/** Sample readers, by codec and bits. */
const READERS: Readonly<Record<BareCodec, WavFormat['read']> & Partial<Record<string, WavFormat['read']>>> = {
  '1/8': (view, at) => (view.getUint8(at) - 128) << 8,
  '1/16': (view, at) => view.getInt16(at, true),
  '1/24': (view, at) => view.getInt16(at + 1, true),
  '1/32': (view, at) => view.getInt16(at + 2, true),
  '3/32': (view, at) => clamp(view.getFloat32(at, true)),
  '3/64': (view, at) => clamp(view.getFloat64(at, true)),
  '6/8': (view, at) => decodeAlaw(Uint8Array.of(view.getUint8(at)))[0] ?? 0,
  '7/8': (view, at) => decodeMulaw(Uint8Array.of(view.getUint8(at)))[0] ?? 0,
};

function clamp(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
}

const NAMES: Readonly<Record<number, string>> = {
  1: 'PCM',
  2: 'ADPCM',
  3: 'floating point',
  17: 'IMA ADPCM',
  49: 'GSM',
  85: 'MP3',
};

function describe(codec: number, channels: number, bits: number): string {
  return `${NAMES[codec] ?? `format ${codec}`}, ${channels} channels, ${bits} bits`;
}
