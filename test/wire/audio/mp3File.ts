import { createHash } from 'node:crypto';
import { Mp3Encoder } from '@breezystack/lamejs';

/** What the encoder takes at a time; of more it loses the end. */
const BLOCK = 1152;

/** Encoding takes longer than the audio's test: the same audio is encoded once for all tests of a process. */
const files = new Map<string, Buffer>();

/** Returns an mp3 file with one or two channels. If `kbps` is low for the rate, the encoder uses a lower rate. */
export function mp3File(sampleRate: number, kbps: number, left: Int16Array, right: Int16Array = left): Buffer {
  const channels = right === left ? 1 : 2;
  const key = createHash('sha256').update(`${sampleRate} ${kbps} ${channels}`).update(left).update(right).digest('hex');
  const file = files.get(key) ?? encode(sampleRate, kbps, left, right);
  files.set(key, file);
  return file;
}

function encode(sampleRate: number, kbps: number, left: Int16Array, right: Int16Array): Buffer {
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
