import { Mp3Encoder } from '@breezystack/lamejs';

/** What the encoder takes at a time; of more it loses the end. */
const BLOCK = 1152;

/** An mp3 file: of one channel, or of two. Where `kbps` is low for the rate, the encoder takes a lower rate. */
export function mp3File(sampleRate: number, kbps: number, left: Int16Array, right: Int16Array = left): Buffer {
  const encoder = new Mp3Encoder(right === left ? 1 : 2, sampleRate, kbps);
  const blocks = Array.from({ length: Math.ceil(left.length / BLOCK) }, (_, n) => {
    const [from, to] = [n * BLOCK, (n + 1) * BLOCK];
    return encoder.encodeBuffer(left.subarray(from, to), right.subarray(from, to));
  });
  return Buffer.concat([...blocks, encoder.flush()].map(bytesOf));
}

/** What comes is an Int8Array, whatever the package declares. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
