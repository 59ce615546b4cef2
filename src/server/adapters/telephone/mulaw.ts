import type { PeerFormat } from '../../../core/mediaAdapter.ts';
import { decodeAlaw, decodeMulaw, encodeMulaw } from '../../../wire/audio/g711.ts';

/** Sample rate of telephone audio, in Hz. */
export const TELEPHONE_RATE = 8000;

/** The audio format of telephones in North America and Japan. */
export const MULAW: PeerFormat = { encoding: 'mulaw', sample_rate: TELEPHONE_RATE };

export function readMulaw(payload: string): Int16Array {
  return decodeMulaw(Buffer.from(payload, 'base64'));
}

export function readAlaw(payload: string): Int16Array {
  return decodeAlaw(Buffer.from(payload, 'base64'));
}

export function writeMulaw(samples: Int16Array): string {
  return Buffer.from(encodeMulaw(samples)).toString('base64');
}
