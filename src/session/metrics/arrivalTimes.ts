import { durationMs, type AudioFrame } from '../../core/audio.ts';

/** Maximum delay of the VAD, in ms. Older audio has the time of the oldest frame that is kept. */
const KEPT_MS = 10_000;
const FIRST_CAPACITY = 64;
/** 10 s in frames of 10 ms. */
const MAX_CAPACITY = 1024;

/**
 * The arrival times of a session's audio, which convert audio time to scheduler time. A ring buffer that grows until it
 * holds 10 s, and then allocates nothing per frame.
 */
export class ArrivalTimes {
  #ends = new Float64Array(FIRST_CAPACITY);
  #times = new Float64Array(FIRST_CAPACITY);
  #count = 0;
  #passedMs = 0;

  push(frame: AudioFrame, now: number): void {
    const { length } = this.#ends;
    const isFull = this.#count >= length && length < MAX_CAPACITY;
    // The next frame replaces the oldest one.
    if (isFull && this.#passedMs - this.#endOf(this.#count) < KEPT_MS) this.#grow();
    const at = this.#count % this.#ends.length;
    this.#passedMs += durationMs(frame);
    this.#ends[at] = this.#passedMs;
    this.#times[at] = now;
    this.#count += 1;
  }

  /** Returns when the frame with the sample at `audioMs` arrived; undefined if it has not arrived. */
  at(audioMs: number): number | undefined {
    const oldest = Math.max(0, this.#count - this.#ends.length);
    let frame = this.#count;
    while (frame > oldest && this.#endOf(frame - 1) >= audioMs) frame -= 1;
    return frame === this.#count ? undefined : this.#times[frame % this.#times.length];
  }

  #endOf(frame: number): number {
    return this.#ends[frame % this.#ends.length] ?? 0;
  }

  #grow(): void {
    const [before, after] = [this.#ends.length, 2 * this.#ends.length];
    const [ends, times] = [new Float64Array(after), new Float64Array(after)];
    for (let frame = this.#count - before; frame < this.#count; frame += 1) {
      ends[frame % after] = this.#endOf(frame);
      times[frame % after] = this.#times[frame % before] ?? 0;
    }
    this.#ends = ends;
    this.#times = times;
  }
}
