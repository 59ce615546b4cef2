export type Encoding = 'linear16' | 'mulaw' | 'alaw';

/** Encodes samples. */
export function encode(samples: Int16Array, encoding: Encoding): Uint8Array {
  if (encoding === 'linear16') return new Uint8Array(samples.slice().buffer);
  return Uint8Array.from(samples, encoding === 'mulaw' ? toMulaw : toAlaw);
}

const BIAS = 132;
const CLIP = 32_635;

/** G.711: sign, segment and step of the magnitude and a bias, all inverted. */
function toMulaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const segment = Math.floor(Math.log2(magnitude)) - 7;
  const step = (magnitude >> (segment + 3)) & 15;
  return ~((sample < 0 ? 128 : 0) | (segment << 4) | step) & 255;
}

/** G.711: sign, segment and step of the magnitude, every other bit inverted; the lowest segment has no leading one. */
function toAlaw(sample: number): number {
  const magnitude = Math.min(sample < 0 ? -sample - 1 : sample, CLIP);
  const segment = magnitude < 256 ? 0 : Math.floor(Math.log2(magnitude)) - 7;
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 15;
  return ((sample < 0 ? 0 : 128) | (segment << 4) | step) ^ 0x55;
}
