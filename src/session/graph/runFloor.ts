import { BehaviorSubject, distinctUntilChanged, EMPTY, scan, Subscription, switchMap, timer } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import { deadline, isAudible, isHeld } from '../floor/derive.ts';
import { emptyFloor, floor } from '../floor/floor.ts';
import type { Decision, Fact, FloorSettings, Step } from '../floor/types.ts';
import { remember } from '../history.ts';
import type { Loops } from './loops.ts';

export interface RunFloorOptions {
  readonly settings: FloorSettings;
  readonly scheduler: SchedulerLike;
}

/** Runs the floor over its inbox: one event at a time, each with all its decisions told before the next. */
export function runFloor(loops: Loops, { settings, scheduler }: RunFloorOptions): Subscription {
  const { inbox, open, agentAudible } = loops;
  const wakeAt = new BehaviorSubject<number | null>(null);
  const running = new Subscription();
  const startedAt = scheduler.now();
  let seq = 0;
  running.add(
    inbox.events
      .pipe(
        scan(({ floor: before }, event) => floor(before, event, scheduler.now()), {
          floor: emptyFloor(settings),
          decisions: [],
        } as Step),
      )
      .subscribe(({ floor: now, decisions }) => {
        decisions.filter(isCut).forEach(tell);
        if (isHeld(now)) change(open, false);
        decisions.filter((decision) => !isCut(decision)).forEach(tell);
        change(agentAudible, isAudible(now.reply));
        wakeAt.next(deadline(now));
        if (!isHeld(now)) change(open, true);
      }),
  );
  running.add(
    wakeAt
      .pipe(
        distinctUntilChanged(),
        switchMap((at) => (at === null ? EMPTY : timer(Math.max(0, at - scheduler.now()), scheduler))),
      )
      .subscribe(() => {
        // A timer of the platform may be early by a fraction of a ms: then the floor asks for the same time again.
        wakeAt.next(null);
        inbox.next({ kind: 'wake' });
      }),
  );
  return running;

  function tell(decision: Decision): void {
    if (decision.kind === 'fact') tellFact(decision.fact);
    if (decision.kind === 'report') loops.errors.next(decision.error);
    loops.told.next(decision);
    if (decision.kind === 'commit') inbox.next({ kind: 'told' });
    if (decision.kind === 'finish') inbox.next({ kind: 'finish' });
  }

  function tellFact(fact: Fact): void {
    loops.history.next(remember(loops.history.value, fact));
    loops.facts.next({ fact, seq: seq++, at: scheduler.now() - startedAt });
  }
}

/** Most events change nothing: then nobody is told. */
function change(state: BehaviorSubject<boolean>, value: boolean): void {
  if (state.value !== value) state.next(value);
}

/** Told before all else: whatever else comes of the step, no frame leaves with it. */
function isCut({ kind }: Decision): boolean {
  return kind === 'cut' || kind === 'cut_calls';
}
