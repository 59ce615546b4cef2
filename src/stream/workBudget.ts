import type { SchedulerLike, Subscription } from 'rxjs';

/** Limit on the work between two turns of the scheduler. */
const BUDGET = 256;

/**
 * A budget of work for each turn of the scheduler. It reads no clock: a timer without delay is set when half of it is spent, and
 * resets it. Thus work at a normal pace never waits, and little work sets no timer.
 */
export class WorkBudget {
  readonly #scheduler: SchedulerLike;
  #spent = 0;
  #timer: Subscription | null = null;
  #waiting: (() => void) | null = null;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Adds the cost of work. Returns true if further work has to wait for the next turn. */
  spend(cost: number): boolean {
    this.#spent += cost;
    if (this.#spent >= BUDGET / 2) this.#setTimer();
    return this.#spent >= BUDGET;
  }

  /** Calls `resume` in the next turn. */
  afterTurn(resume: () => void): void {
    this.#waiting = resume;
    this.#setTimer();
  }

  /** Cancels its timer. */
  stop(): void {
    this.#timer?.unsubscribe();
    this.#timer = null;
    this.#waiting = null;
  }

  #setTimer(): void {
    this.#timer ??= this.#scheduler.schedule(() => this.#turn());
  }

  #turn(): void {
    const resume = this.#waiting;
    this.#spent = 0;
    this.#timer = null;
    this.#waiting = null;
    resume?.();
  }
}
