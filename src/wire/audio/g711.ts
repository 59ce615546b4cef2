import { createDecoderSource, type AudioDecoderSource } from './decoder.ts';

const MULAW_BIAS = 0x84;

/** G.711 mu-law, 8 bits a sample, as in the telephony of North America and Japan. */
export const mulaw: AudioDecoderSource = createTableDecoder(fromMulaw);

/** G.711 A-law, 8 bits a sample, as in the telephony of other countries. */
export const alaw: AudioDecoderSource = createTableDecoder(fromAlaw);

function createTableDecoder(sampleOf: (code: number) => number): AudioDecoderSource {
  const table = Int16Array.from({ length: 256 }, (_, code) => sampleOf(code));
  return createDecoderSource(() => ({ push: (bytes) => Int16Array.from(bytes, (code) => table[code] ?? 0) }));
}

/** Decodes a code whose bits are all inverted: sign, 3 bits of exponent, 4 of mantissa. */
function fromMulaw(code: number): number {
  const bits = ~code;
  const magnitude = ((((bits & 0x0f) << 3) + MULAW_BIAS) << ((bits & 0x70) >> 4)) - MULAW_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

/** Decodes a code with every other bit inverted; the lowest exponent is linear, as the next one is. */
function fromAlaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}
