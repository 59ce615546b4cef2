import { durationMs, type AudioFrame } from '../../core/audio.ts';

/** The arrival times of a session's audio: converts audio time to scheduler time. */
export interface ArrivalTimes {
  push(frame: AudioFrame, now: number): void;
  /** Returns when the frame with the sample at `audioMs` arrived; undefined if it has not arrived. */
  at(audioMs: number): number | undefined;
}

/** 10 s in frames of 10 ms: the longest delay of the VAD. Older audio has the time of the oldest frame that is kept. */
const FRAMES_KEPT = 1024;

/** Creates a ring buffer, which allocates nothing per frame. */
export function createArrivalTimes(): ArrivalTimes {
  const ends = new Float64Array(FRAMES_KEPT);
  const times = new Float64Array(FRAMES_KEPT);
  let count = 0;
  let passedMs = 0;
  return {
    push(frame: AudioFrame, now: number): void {
      passedMs += durationMs(frame);
      ends[count % FRAMES_KEPT] = passedMs;
      times[count % FRAMES_KEPT] = now;
      count += 1;
    },
    at(audioMs: number): number | undefined {
      const oldest = Math.max(0, count - FRAMES_KEPT);
      let frame = count;
      while (frame > oldest && (ends[(frame - 1) % FRAMES_KEPT] ?? 0) >= audioMs) frame -= 1;
      return frame === count ? undefined : times[frame % FRAMES_KEPT];
    },
  };
}
