import type { SchedulerLike, Subscription } from 'rxjs';

/** Work that may be done before the scheduler, and with it the event loop, must have had a turn. */
const BUDGET = 256;

/** Counts the work that is done in one turn of the scheduler. */
export interface WorkBudget {
  /** Adds the cost of what was done. True: what comes next has to wait for the next turn. */
  spend(cost: number): boolean;
  /** Calls `resume` in the next turn. */
  afterTurn(resume: () => void): void;
  /** Cancels its timer. */
  stop(): void;
}

/**
 * Counts work between two turns of the scheduler. It reads no clock: a timer without delay is set when half of the budget is
 * spent, and resets the count. Work that comes at a normal pace thus never has to wait, and little work sets no timer.
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
