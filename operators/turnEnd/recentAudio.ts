import type { AudioFrame } from '../../src/core/audio.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';

/** Rate of the audio for turn models, in Hz. */
export const TURN_AUDIO_RATE = 16_000;

const KEPT_S = 8;

/** The user's latest audio. */
export interface RecentAudio {
  /** Adds a frame and returns it at the rate of turn models. */
  push(frame: AudioFrame): Int16Array;
  /** Copies the last `ms`, up to 8 s. */
  copy(ms: number): Int16Array;
}

/** Creates a buffer of 8 s at 16 kHz (256 kB), allocated with the first frame. */
export function createRecentAudio(): RecentAudio {
  let ring = new Int16Array(0);
  let count = 0;
  let rate = 0;
  let resampler: Resampler | undefined;
  const convert = ({ samples, sampleRate }: AudioFrame): Int16Array => {
    if (sampleRate !== rate) resampler = createResampler(sampleRate, TURN_AUDIO_RATE);
    rate = sampleRate;
    return resampler?.push(samples) ?? samples;
  };
  return {
    push(frame) {
      const samples = convert(frame);
      if (ring.length === 0) ring = new Int16Array(KEPT_S * TURN_AUDIO_RATE);
      const kept = samples.subarray(Math.max(0, samples.length - ring.length));
      count += samples.length - kept.length;
      const head = kept.subarray(0, ring.length - (count % ring.length));
      ring.set(head, count % ring.length);
      ring.set(kept.subarray(head.length), 0);
      count += kept.length;
      return samples;
    },
    copy(ms) {
      const length = Math.min(count, ring.length, Math.max(0, Math.floor((ms * TURN_AUDIO_RATE) / 1000)));
      const copy = new Int16Array(length);
      const from = (count - length) % Math.max(1, ring.length);
      const head = ring.subarray(from, from + length);
      copy.set(head, 0);
      copy.set(ring.subarray(0, length - head.length), head.length);
      return copy;
    },
  };
}
