import {
  BehaviorSubject,
  distinctUntilChanged,
  EMPTY,
  observeOn,
  queueScheduler,
  scan,
  Subscription,
  switchMap,
  timer,
} from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import { deadline, isAudible, isHeld } from '../floor/derive.ts';
import { emptyFloor, floor } from '../floor/floor.ts';
import type { Decision, FloorSettings, Step } from '../floor/types.ts';
import { remember } from '../history.ts';
import type { Loops } from './loops.ts';

export interface RunFloorOptions {
  readonly settings: FloorSettings;
  readonly scheduler: SchedulerLike;
  readonly report: (error: AntiphonError) => void;
}

/** Runs the floor over its inbox: one event at a time, each with all its decisions told before the next. */
export function runFloor(loops: Loops, { settings, scheduler, report }: RunFloorOptions): Subscription {
  const { inbox, open, agentAudible } = loops;
  const wakeAt = new BehaviorSubject<number | null>(null);
  const running = new Subscription();
  running.add(
    inbox
      .pipe(
        observeOn(queueScheduler),
        scan(({ floor: before }, event) => floor(before, event, scheduler.now()), {
          floor: emptyFloor(settings),
          decisions: [],
        } as Step),
      )
      .subscribe(({ floor: now, decisions }) => {
        if (isHeld(now)) open.next(false);
        for (const decision of decisions) tell(decision);
        agentAudible.next(isAudible(now.reply));
        wakeAt.next(deadline(now));
        if (!isHeld(now)) open.next(true);
      }),
  );
  running.add(
    wakeAt
      .pipe(
        distinctUntilChanged(),
        switchMap((at) => (at === null ? EMPTY : timer(Math.max(0, at - scheduler.now()), scheduler))),
      )
      .subscribe(() => inbox.next({ kind: 'wake' })),
  );
  return running;

  function tell(decision: Decision): void {
    if (decision.kind === 'fact') loops.history.next(remember(loops.history.value, decision.fact));
    if (decision.kind === 'report') report(decision.error);
    loops.told.next(decision);
    if (decision.kind === 'finish') inbox.next({ kind: 'finish' });
  }
}
