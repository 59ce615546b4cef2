import { durationMs, type AudioFrame } from '../../core/audio.ts';

/** The arrival times of a session's audio: converts audio time to scheduler time. */
export interface ArrivalTimes {
  push(frame: AudioFrame, now: number): void;
  /** Returns when the frame with the sample at `audioMs` arrived; undefined if it has not arrived. */
  at(audioMs: number): number | undefined;
}

/** The longest delay of the VAD. Older audio has the time of the oldest frame that is kept. */
const KEPT_MS = 10_000;
const FIRST_CAPACITY = 64;
/** 10 s in frames of 10 ms. */
const MAX_CAPACITY = 1024;

/** Creates a ring buffer, which grows until it holds 10 s, and then allocates nothing per frame. */
export function createArrivalTimes(): ArrivalTimes {
  let ends = new Float64Array(FIRST_CAPACITY);
  let times = new Float64Array(FIRST_CAPACITY);
  let count = 0;
  let passedMs = 0;
  const endOf = (frame: number): number => ends[frame % ends.length] ?? 0;
  const isTooSmall = (): boolean =>
    count >= ends.length && ends.length < MAX_CAPACITY && passedMs - endOf(count - ends.length) < KEPT_MS;
  const grow = (): void => {
    const [before, after] = [ends.length, 2 * ends.length];
    const [grownEnds, grownTimes] = [new Float64Array(after), new Float64Array(after)];
    for (let frame = count - before; frame < count; frame += 1) {
      grownEnds[frame % after] = endOf(frame);
      grownTimes[frame % after] = times[frame % before] ?? 0;
    }
    [ends, times] = [grownEnds, grownTimes];
  };
  return {
    push(frame: AudioFrame, now: number): void {
      if (isTooSmall()) grow();
      passedMs += durationMs(frame);
      ends[count % ends.length] = passedMs;
      times[count % times.length] = now;
      count += 1;
    },
    at(audioMs: number): number | undefined {
      const oldest = Math.max(0, count - ends.length);
      let frame = count;
      while (frame > oldest && endOf(frame - 1) >= audioMs) frame -= 1;
      return frame === count ? undefined : times[frame % times.length];
    },
  };
}
