import type { SchedulerLike, Subscription } from 'rxjs';

/** Limit on the work between two turns of the scheduler. */
const BUDGET = 256;

/** A budget of work for each turn of the scheduler. */
export interface WorkBudget {
  /** Adds the cost of work. Returns true if further work has to wait for the next turn. */
  spend(cost: number): boolean;
  /** Calls `resume` in the next turn. */
  afterTurn(resume: () => void): void;
  /** Cancels its timer. */
  stop(): void;
}

/**
 * Creates a budget without reading a clock: a timer without delay is set when half of it is spent, and resets it. Thus work at
 * a normal pace never waits, and little work sets no timer.
 */
export function createWorkBudget(scheduler: SchedulerLike): WorkBudget {
  let spent = 0;
  let timer: Subscription | null = null;
  let waiting: (() => void) | null = null;
  const turn = (): void => {
    const resume = waiting;
    spent = 0;
    timer = null;
    waiting = null;
    resume?.();
  };
  const setTimer = (): void => {
    timer ??= scheduler.schedule(turn);
  };
  return {
    spend(cost) {
      spent += cost;
      if (spent >= BUDGET / 2) setTimer();
      return spent >= BUDGET;
    },
    afterTurn(resume) {
      waiting = resume;
      setTimer();
    },
    stop() {
      timer?.unsubscribe();
      timer = null;
      waiting = null;
    },
  };
}
