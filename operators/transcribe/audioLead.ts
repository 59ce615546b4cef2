import type { SchedulerLike } from 'rxjs';
import type { VadEvent } from '../../src/core/speech.ts';

/** A lead up to this comes from frames that arrive together; a longer one from audio that is read faster than it plays, in ms. */
const LIVE_MS = 1000;

/** Follows how far the audio that was sent to a recogniser is ahead of the scheduler: a file is read faster than it plays. */
export class AudioLead {
  readonly #scheduler: SchedulerLike;
  /** The scheduler's time at which the audio would have begun, had it been spoken. */
  #beganMs = 0;
  #audioMs = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Notes the start or the end of a segment. If no answer is awaited, the lead is counted from here. */
  note({ kind, atMs }: VadEvent, isIdle: boolean): void {
    if (kind !== 'started' && kind !== 'ended') return;
    if (isIdle && kind === 'started') this.#beganMs = this.#scheduler.now() - atMs;
    this.#audioMs = atMs;
  }

  /** The time that it would take to play what is ahead, in ms; 0 for audio that comes as it is spoken. */
  get ms(): number {
    const ms = this.#beganMs + this.#audioMs - this.#scheduler.now();
    return ms > LIVE_MS ? ms : 0;
  }
}
