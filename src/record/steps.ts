import { asapScheduler } from 'rxjs';
import type { SchedulerLike, Subscription } from 'rxjs';
import { toMicrosecond } from '../time/agenda.ts';
import type { InLine } from './format.ts';
import { SteppedClock } from '../time/steppedClock.ts';

/** What is known of a step when it is taken. */
export type Step = Pick<InLine, 't' | 'due' | 'joined'>;

/** The steps of a session: whatever comes in is one, and so is the time that its timers wait for. */
export interface Steps {
  readonly clock: SteppedClock;
  /** Whether one is being taken, or what it has put off to the end of its turn of the event loop is still to be done. */
  phase(): 'now' | 'its rest' | null;
  /** Takes one, now; it is noted before the work is done. */
  run(note: (step: Step) => void, work: () => void): void;
  stop(): void;
}

/** The steps of a session in the time of the world; `tick` is noted for those in which timers run. */
export function createSteps(world: SchedulerLike, tick: (step: Step) => void): Steps {
  const began = world.now();
  const clock = new SteppedClock({
    since: () => (taking() === null ? Math.max(0, now() - clock.at) : 0),
    entered: () => {
      if (!atWork) arm();
    },
  });
  let atWork = false;
  /** How many steps have put something off to the end of their turn that may still be to be done. */
  let rests = 0;
  let alarm: { readonly at: number; readonly ringing: Subscription } | null = null;

  const taking: Steps['phase'] = () => (atWork ? 'now' : rests > 0 ? 'its rest' : null);

  /** To the microsecond, as `due` is, so that what is written is the very same number. */
  const now = (): number => toMicrosecond(world.now() - began);

  const take: Steps['run'] = (note, work) => {
    atWork = true;
    clock.moveTo(now());
    const t = clock.at;
    note({ t, ...(clock.due <= t && { due: clock.due }), ...(rests > 0 && { joined: true }) });
    try {
      work();
    } finally {
      atWork = false;
      rests++;
      asapScheduler.schedule(() => void rests--);
      arm();
    }
  };

  function arm(): void {
    const at = clock.due;
    if (at >= (alarm?.at ?? Number.POSITIVE_INFINITY)) return;
    alarm?.ringing.unsubscribe();
    alarm = { at, ringing: world.schedule(ring, Math.max(0, at - now())) };
  }

  function ring(): void {
    alarm = null;
    if (clock.due > now()) arm();
    else take(tick, () => clock.runDue());
  }

  return { clock, phase: taking, run: take, stop: () => alarm?.ringing.unsubscribe() };
}
