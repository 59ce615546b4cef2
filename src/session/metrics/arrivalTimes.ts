import { durationMs, type AudioFrame } from '../../core/audio.ts';

/** When the audio of a session came: the way from audio time to scheduler time. */
export interface ArrivalTimes {
  /** The next frame comes. */
  push(frame: AudioFrame, now: number): void;
  /** When the frame came that brought the sample at `audioMs`; undefined if it has not come. */
  at(audioMs: number): number | undefined;
}

/** 10 s in frames of 10 ms: as far as the VAD may fall behind. What is older counts as the oldest that is kept. */
const FRAMES_KEPT = 1024;

/** A ring in memory of its own: frames come all session long, and none of them allocates. */
export function createArrivalTimes(): ArrivalTimes {
  const ends = new Float64Array(FRAMES_KEPT);
  const times = new Float64Array(FRAMES_KEPT);
  let count = 0;
  let passedMs = 0;
  const slot = (frame: number): number => frame % FRAMES_KEPT;
  return {
    push(frame: AudioFrame, now: number): void {
      passedMs += durationMs(frame);
      ends[slot(count)] = passedMs;
      times[slot(count)] = now;
      count += 1;
    },
    at(audioMs: number): number | undefined {
      const oldest = Math.max(0, count - FRAMES_KEPT);
      let frame = count;
      while (frame > oldest && (ends[slot(frame - 1)] ?? 0) >= audioMs) frame -= 1;
      return frame === count ? undefined : times[slot(frame)];
    },
  };
}
