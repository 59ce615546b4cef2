import { msOfSamples, samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import { ConnectionError } from './connectionError.ts';

const FRAME_MS = { min: 10, max: 100 };

/**
 * Parses a binary frame. `sampleRate` is in Hz.
 *
 * @throws ConnectionError `protocol_error` unless the frame holds 10 to 100 ms of audio
 */
export function parseAudioFrame(bytes: Uint8Array, sampleRate: number): AudioFrame {
  const samples = samplesOf(bytes);
  const min = samplesOfMs(FRAME_MS.min, sampleRate);
  const max = samplesOfMs(FRAME_MS.max, sampleRate);
  if (samples.length >= min && samples.length <= max) return { samples, sampleRate };
  const got = msOfSamples(samples.length, sampleRate);
  throw new ConnectionError(
    'protocol_error',
    `Expected a binary frame to be ${FRAME_MS.min} to ${FRAME_MS.max} ms of audio (${2 * min} to ${2 * max} bytes), got ${got} ms.`,
  );
}

/**
 * Returns a view of the samples, because network data is never overwritten. Copies the samples if they start at an odd
 * byte, or if the view would keep more than twice their memory alive.
 */
function samplesOf({ buffer, byteOffset, length }: Uint8Array): Int16Array {
  if (length % 2 !== 0)
    throw new ConnectionError(
      'protocol_error',
      `Expected a binary frame to be whole 16-bit samples, got ${length} bytes.`,
    );
  return byteOffset % 2 === 0 && buffer.byteLength <= 2 * length
    ? new Int16Array(buffer, byteOffset, length / 2)
    : new Int16Array(buffer.slice(byteOffset, byteOffset + length));
}
