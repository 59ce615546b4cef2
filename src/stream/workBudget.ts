import type { SchedulerLike, Subscription } from 'rxjs';

/** Limit on the work in one turn of the scheduler. */
const BUDGET = 256;

/**
 * A budget of work for each turn of the scheduler. It does not read a clock: when half of the budget is spent, it sets
 * a timer without delay that resets the budget. Work at a normal pace therefore never waits, and little work sets no
 * timer.
 */
export class WorkBudget {
  readonly #scheduler: SchedulerLike;
  #spent = 0;
  #timer: Subscription | null = null;
  #waiting: (() => void) | null = null;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Spends `cost`. Returns true if further work has to wait for the next turn. */
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

  /** Cancels the timer. */
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
