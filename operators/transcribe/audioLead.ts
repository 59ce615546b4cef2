import type { SchedulerLike } from 'rxjs';
import type { VadEvent } from '../../src/core/speech.ts';

/** Longest lead of frames that merely arrive together, in ms. A longer one means that audio is read faster than it plays. */
const LIVE_MS = 1000;

/** Measures how far the audio sent to a recogniser is ahead of the scheduler's time: a file is read faster than it plays. */
export class AudioLead {
  readonly #scheduler: SchedulerLike;
  /** The scheduler's time at which the audio would have begun if it had been spoken. */
  #beganMs = 0;
  #audioMs = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Notes the start or the end of a segment. If no answer is pending, the lead counts from here. */
  note({ kind, atMs }: VadEvent, isIdle: boolean): void {
    if (kind !== 'started' && kind !== 'ended') return;
    if (isIdle && kind === 'started') this.#beganMs = this.#scheduler.now() - atMs;
    this.#audioMs = atMs;
  }

  /** The time that it would take to play the audio that is ahead, in ms; 0 for audio that arrives as it is spoken. */
  get ms(): number {
    const ms = this.#beganMs + this.#audioMs - this.#scheduler.now();
    return ms > LIVE_MS ? ms : 0;
  }
}
