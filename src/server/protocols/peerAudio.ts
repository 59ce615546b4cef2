import type { PeerFormat } from '../../core/mediaAdapter.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from '../../wire/audio/g711.ts';
import { ConnectionError } from './connectionError.ts';

/** Longest audio of one message, in bytes: 200 ms at 48 kHz. Carriers send 20 ms. */
const MAX_BYTES = 19_200;

/**
 * Decodes a binary message from a peer.
 *
 * @throws ConnectionError `protocol_error` for more than 19,200 bytes or an incomplete sample
 */
export function decodeAudio(bytes: Uint8Array, encoding: PeerFormat['encoding']): Int16Array {
  if (bytes.length > MAX_BYTES) refuse(`at most ${MAX_BYTES} bytes`, bytes);
  if (encoding === 'mulaw') return decodeMulaw(bytes);
  if (encoding === 'alaw') return decodeAlaw(bytes);
  if (bytes.length % 2 !== 0) refuse('whole 16-bit samples', bytes);
  // Copied, because `slice` of a Buffer returns a view.
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

/** Encodes audio for a binary message, in newly allocated memory. */
export function encodeAudio(samples: Int16Array, encoding: PeerFormat['encoding']): Uint8Array {
  if (encoding === 'mulaw') return encodeMulaw(samples);
  if (encoding === 'alaw') return encodeAlaw(samples);
  return new Uint8Array(samples.slice().buffer);
}

function refuse(expected: string, { length }: Uint8Array): never {
  throw new ConnectionError('protocol_error', `Expected a binary message to be ${expected}, got ${length} bytes.`);
}
