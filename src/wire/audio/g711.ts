import { createDecoderSource, type AudioDecoderSource } from './decoder.ts';

const MULAW_BIAS = 0x84;

/** Decodes G.711 mu-law, the codec of telephony in North America and Japan: one sample per byte. */
export const decodeMulaw: (bytes: Uint8Array) => Int16Array = createTable(fromMulaw);

/** Decodes G.711 A-law, the codec of telephony in other countries: one sample per byte. */
export const decodeAlaw: (bytes: Uint8Array) => Int16Array = createTable(fromAlaw);

/**
 * Decodes streamed G.711 mu-law, the codec of telephony in North America and Japan.
 *
 * @example
 * ```ts
 * import { mulaw } from 'antiphon/providers';
 *
 * mulaw.subscribe((decoder) => console.log(decoder.push(Uint8Array.of(0xff, 0x80)))); // Int16Array [0, 32124]
 * ```
 */
export const mulaw: AudioDecoderSource = createDecoderSource(() => ({ push: decodeMulaw }));

/**
 * Decodes streamed G.711 A-law, the codec of telephony in other countries.
 *
 * @example
 * ```ts
 * import { alaw } from 'antiphon/providers';
 *
 * alaw.subscribe((decoder) => console.log(decoder.push(Uint8Array.of(0xd5, 0xaa)))); // Int16Array [8, 32256]
 * ```
 */
export const alaw: AudioDecoderSource = createDecoderSource(() => ({ push: decodeAlaw }));

function createTable(sampleOf: (code: number) => number): (bytes: Uint8Array) => Int16Array {
  const table = Int16Array.from({ length: 256 }, (_, code) => sampleOf(code));
  return (bytes) => Int16Array.from(bytes, (code) => table[code] ?? 0);
}

/** Encodes samples as mu-law according to ITU-T G.711, one byte each: 14 bits, of which the lowest two are dropped. */
export function encodeMulaw(samples: Int16Array): Uint8Array {
  return encode(samples, toMulaw);
}

/** Encodes samples as A-law according to ITU-T G.711, one byte each: 13 bits, of which the lowest three are dropped. */
export function encodeAlaw(samples: Int16Array): Uint8Array {
  return encode(samples, toAlaw);
}

function encode(samples: Int16Array, codeOf: (sample: number) => number): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = codeOf(samples[at] ?? 0);
  return bytes;
}

/** Louder samples would overflow when the mu-law bias is added. */
const CLIP = 32_635;

function toMulaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + MULAW_BIAS;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

function toAlaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP);
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f;
  return ((sample < 0 ? 0 : 0x80) | (exponent << 4) | mantissa) ^ 0x55;
}

/** Decodes a code whose bits are all inverted: sign, 3 exponent bits, 4 mantissa bits. */
function fromMulaw(code: number): number {
  const bits = ~code;
  const magnitude = ((((bits & 0x0f) << 3) + MULAW_BIAS) << ((bits & 0x70) >> 4)) - MULAW_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

/** Decodes a code with every other bit inverted. The lowest exponent is linear, like the next one. */
function fromAlaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}
