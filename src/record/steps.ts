import { asapScheduler, type SchedulerLike, type Subscription } from 'rxjs';
import { toMicrosecond } from '../time/workQueue.ts';
import type { InLine } from './format.ts';
import { SteppedClock } from '../time/steppedClock.ts';

/** The part of a line that is known when its step begins. */
export type Step = Pick<InLine, 't' | 'due' | 'joined'>;

/** The steps of a session: each input is one, and so is each run of due timers. */
export interface Steps {
  readonly clock: SteppedClock;
  /** `running`: a step is being taken. `settling`: work that it deferred to the end of its turn of the event loop is left. */
  phase(): 'running' | 'settling' | null;
  /** Takes a step now: `note` is called before `work`. */
  run(note: (step: Step) => void, work: () => void): void;
  stop(): void;
}

/** Creates the steps of a session in real time; `tick` is called for steps in which timers run. */
export function createSteps(scheduler: SchedulerLike, tick: (step: Step) => void): Steps {
  const startedAt = scheduler.now();
  const clock = new SteppedClock({
    msSinceStep: () => (phase() === null ? Math.max(0, now() - clock.at) : 0),
    onSchedule: () => {
      if (!isRunning) arm();
    },
  });
  let isRunning = false;
  /** How many steps may have deferred work to the end of their turn that is not done yet. */
  let settling = 0;
  let alarm: { readonly at: number; readonly timer: Subscription } | null = null;

  const phase: Steps['phase'] = () => (isRunning ? 'running' : settling > 0 ? 'settling' : null);

  /** To the microsecond, as `due` is: the same number is written. */
  const now = (): number => toMicrosecond(scheduler.now() - startedAt);

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
      arm();
    }
  };

  function arm(): void {
    const at = clock.due;
    if (at >= (alarm?.at ?? Number.POSITIVE_INFINITY)) return;
    alarm?.timer.unsubscribe();
    alarm = { at, timer: scheduler.schedule(ring, Math.max(0, at - now())) };
  }

  function ring(): void {
    alarm = null;
    if (clock.due > now()) arm();
    else run(tick, () => clock.runDue());
  }

  return { clock, phase, run, stop: () => alarm?.timer.unsubscribe() };
}
