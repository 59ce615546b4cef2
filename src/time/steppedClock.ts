import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { WorkQueue, toMicrosecond, Work } from './workQueue.ts';

export interface SteppedClockOptions {
  /** How long ago the last step was, in ms, for those who look at the clock between two. @default 0 */
  readonly msSinceStep?: (() => number) | undefined;
  /** Told when work has been scheduled. */
  readonly onSchedule?: (() => void) | undefined;
}

/**
 * Time that goes in steps: while one is taken it stands still, and no timer runs between two of them. Thus what a session
 * does depends on nothing but its steps. Times are in ms, to the microsecond.
 */
export class SteppedClock implements SchedulerLike {
  readonly #agenda: WorkQueue = new WorkQueue(toMicrosecond);
  readonly #since: () => number;
  readonly #entered: () => void;

  constructor({ msSinceStep: since = () => 0, onSchedule: entered = () => {} }: SteppedClockOptions = {}) {
    this.#since = since;
    this.#entered = entered;
  }

  now(): number {
    return this.#agenda.now + this.#since();
  }

  /** The time of the last step. */
  get at(): number {
    return this.#agenda.now;
  }

  /** When the earliest work is due; `Infinity` without any. */
  get due(): number {
    return this.#agenda.first?.due ?? Number.POSITIVE_INFINITY;
  }

  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#agenda, work).schedule(state, delay + this.#since());
    this.#entered();
    return scheduled;
  }

  /** It is `ms`; time does not go back. */
  moveTo(ms: number): void {
    this.#agenda.now = Math.max(ms, this.#agenda.now);
  }

  /** Runs all work that is due now, in its order. What it schedules waits for the next time, also where it is due at once. */
  runDue(): void {
    const agenda = this.#agenda;
    const due: Work<unknown>[] = [];
    for (let work = agenda.first; work !== undefined && work.due <= agenda.now; work = agenda.first) {
      agenda.remove(work);
      due.push(work);
    }
    for (const work of due) if (!work.closed) work.execute();
  }
}
