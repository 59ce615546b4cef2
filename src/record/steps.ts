import { asapScheduler, type SchedulerLike, type Subscription } from 'rxjs';
import { toMicrosecond } from '../time/workQueue.ts';
import type { InLine } from './format.ts';
import { SteppedClock } from '../time/steppedClock.ts';

/** The part of a line that is known when its step begins. */
export type Step = Pick<InLine, 't' | 'due' | 'joined'>;

/** The steps of a session. Each input is a step, and so is each run of due timers. */
export interface Steps {
  readonly clock: SteppedClock;
  /**
   * Returns `running` during a step, and `settling` while work is left that a step deferred to the end of its turn of
   * the event loop.
   */
  phase(): 'running' | 'settling' | null;
  /** Runs a step now: calls `note`, then `work`. */
  run(note: (step: Step) => void, work: () => void): void;
  stop(): void;
}

/** Creates the steps of a session in real time. Calls `tick` for steps in which timers run. */
export function createSteps(scheduler: SchedulerLike, tick: (step: Step) => void): Steps {
  const startedAt = scheduler.now();
  const now = (): number => toMicrosecond(scheduler.now() - startedAt);
  let isRunning = false;
  /** Number of steps whose deferred work may be unfinished. */
  let settling = 0;
  const phase: Steps['phase'] = () => (isRunning ? 'running' : settling > 0 ? 'settling' : null);
  const clock = new SteppedClock({
    msSinceStep: () => (phase() === null ? Math.max(0, now() - clock.at) : 0),
    onSchedule: () => {
      if (!isRunning) timer.set(clock.due);
    },
  });
  const run: Steps['run'] = (note, work) => {
    isRunning = true;
    clock.moveTo(now());
    const t = clock.at;
    note({ t, ...(clock.due <= t && { due: clock.due }), ...(settling > 0 && { joined: true }) });
    try {
      work();
    } finally {
      isRunning = false;
      settling++;
      asapScheduler.schedule(() => void settling--);
      timer.set(clock.due);
    }
  };
  const timer = createTimer(scheduler, now, () => {
    if (clock.due > now()) timer.set(clock.due);
    else run(tick, () => clock.runDue());
  });
  return { clock, phase, run, stop: timer.stop };
}

interface Timer {
  /** Sets the time, unless the timer fires first. */
  set(at: number): void;
  stop(): void;
}

function createTimer(scheduler: SchedulerLike, now: () => number, onDue: () => void): Timer {
  let current: { readonly at: number; readonly timer: Subscription } | null = null;
  const runOut = (): void => {
    current = null;
    onDue();
  };
  return {
    set: (at) => {
      if (at >= (current?.at ?? Number.POSITIVE_INFINITY)) return;
      current?.timer.unsubscribe();
      current = { at, timer: scheduler.schedule(runOut, Math.max(0, at - now())) };
    },
    stop: () => current?.timer.unsubscribe(),
  };
}
