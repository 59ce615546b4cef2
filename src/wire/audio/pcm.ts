import { bytesOfSamples } from '../bytes.ts';
import { createDecoderSource, type AudioDecoder, type AudioDecoderSource } from './decoder.ts';

/**
 * Decodes signed 16-bit little-endian samples without a header.
 *
 * @example
 * ```ts
 * import { pcm16 } from 'antiphon/providers';
 *
 * pcm16.subscribe((decoder) => console.log(decoder.push(Uint8Array.of(1, 0, 255, 255)))); // Int16Array [1, -1]
 * ```
 */
export const pcm16: AudioDecoderSource = createDecoderSource(createPcmDecoder);

/**
 * Creates a decoder that reassembles samples split across two pieces. Drops half a sample at the very end.
 *
 * @example
 * ```ts
 * import { createPcmDecoder } from 'antiphon/providers';
 *
 * const decoder = createPcmDecoder();
 * console.log(decoder.push(Uint8Array.of(1, 0, 255))); // Int16Array [1]
 * console.log(decoder.push(Uint8Array.of(255))); // Int16Array [-1]
 * ```
 */
export function createPcmDecoder(): AudioDecoder {
  let half = new Uint8Array();
  return {
    push: (bytes) => {
      const whole = half.length === 0 ? bytes : Buffer.concat([half, bytes]);
      const samples = new Int16Array(Math.floor(whole.length / 2));
      bytesOfSamples(samples).set(whole.subarray(0, samples.length * 2));
      half = new Uint8Array(whole.subarray(samples.length * 2));
      return samples;
    },
  };
}
