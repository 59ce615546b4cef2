import type { SchedulerLike } from 'rxjs';
import type { VadEvent } from '../../src/core/speech.ts';

/**
 * Longest lead that frames arriving in a burst can cause, in ms. A longer lead means that audio is read faster than it
 * plays.
 */
const LIVE_MS = 1000;

/**
 * Measures how far the audio sent to a recogniser is ahead of the scheduler's time, as when a file is read faster than
 * it plays.
 */
export class AudioLead {
  readonly #scheduler: SchedulerLike;
  /** The scheduler time at which the audio would have begun had it been spoken live. */
  #beganMs = 0;
  #audioMs = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Records the start or the end of a segment. If no answer is pending, the lead counts from here. */
  note({ kind, atMs }: VadEvent, isIdle: boolean): void {
    if (kind !== 'started' && kind !== 'ended') return;
    if (isIdle && kind === 'started') this.#beganMs = this.#scheduler.now() - atMs;
    this.#audioMs = atMs;
  }

  /** How far the audio is ahead, as playing time in ms; 0 for live audio. */
  get ms(): number {
    const ms = this.#beganMs + this.#audioMs - this.#scheduler.now();
    return ms > LIVE_MS ? ms : 0;
  }
}
