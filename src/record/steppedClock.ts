import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { Agenda, Work } from '../core/agenda.ts';

/**
 * Time that goes in steps: between two of them it stands still, and no timer runs. Thus what a session does depends on
 * nothing but its steps. Times are in ms.
 */
export class SteppedClock implements SchedulerLike {
  readonly #agenda: Agenda = new Agenda();
  readonly #entered: () => void;

  /** `entered` is told whenever work has been scheduled. */
  constructor(entered: () => void = () => {}) {
    this.#entered = entered;
  }

  now(): number {
    return this.#agenda.now;
  }

  /** When the earliest work is due; `Infinity` without any. */
  get due(): number {
    return this.#agenda.first?.due ?? Number.POSITIVE_INFINITY;
  }

  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#agenda, work).schedule(state, delay);
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
      agenda.strike(work);
      due.push(work);
    }
    for (const work of due) if (!work.closed) work.execute();
  }
}
