import { bytesOfSamples } from '../bytes.ts';
import type { AudioDecoder, AudioDecoderSource } from './decoder.ts';
import { createDecoderSource } from './decoder.ts';

/** Signed 16-bit samples, little end first, without a header. */
export const pcm16: AudioDecoderSource = createDecoderSource(createPcmDecoder);

/** A sample that comes in two pieces is put together; half a one at the very end is dropped. */
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
