import type { BehaviorSubject, SchedulerLike, Subscription } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { asAntiphonError } from '../../core/errors.ts';
import { deadline, isAudible, isHeld } from '../floor/derive.ts';
import { createFloor, floor } from '../floor/floor.ts';
import type { Decision, SessionFact, FloorEvent, FloorSettings } from '../floor/types.ts';
import { appendFact } from '../history.ts';
import { failSession } from './failSession.ts';
import type { GraphSubjects } from './subjects.ts';

export interface RunFloorOptions {
  readonly settings: FloorSettings;
  readonly scheduler: SchedulerLike;
}

/**
 * Runs the floor over its inbox, one event at a time, and emits all decisions of an event before the next. An event on which
 * the floor throws is skipped, and ends the session.
 */
export function runFloor(subjects: GraphSubjects, { settings, scheduler }: RunFloorOptions): Subscription {
  const { inbox, open, agentAudible } = subjects;
  const alarm = createAlarm(scheduler, () => inbox.next({ kind: 'wake' }));
  const startedAt = scheduler.now();
  let seq = 0;
  let now = createFloor(settings);
  const running = inbox.events.subscribe((event) => {
    try {
      step(event);
    } catch (thrown) {
      if (event.kind === 'end') subjects.errors.next(asAntiphonError(thrown, 'internal'));
      else failSession(subjects, thrown);
    }
  });
  running.add(() => alarm.set(undefined));
  return running;

  function step(event: FloorEvent): void {
    const { floor: after, decisions } = floor(now, event, scheduler.now());
    now = after;
    decisions.filter(isCut).forEach(emit);
    if (isHeld(now)) setIfChanged(open, false);
    decisions.filter((decision) => !isCut(decision)).forEach(emit);
    setIfChanged(agentAudible, isAudible(now.reply));
    alarm.set(deadline(now));
    if (!isHeld(now)) setIfChanged(open, true);
  }

  function emit(decision: Decision): void {
    if (decision.kind === 'fact') emitFact(decision.fact);
    if (decision.kind === 'report') subjects.errors.next(decision.error);
    subjects.decisions.next(decision);
    if (decision.kind === 'commit') inbox.next({ kind: 'commit_done' });
    if (decision.kind === 'finish') inbox.next({ kind: 'finish' });
  }

  function emitFact(fact: SessionFact): void {
    subjects.history.next(appendFact(subjects.history.value, fact));
    subjects.facts.next({ fact, seq: seq++, at: scheduler.now() - startedAt });
  }
}

/** Emits only changes: most events change nothing. */
function setIfChanged(state: BehaviorSubject<boolean>, value: boolean): void {
  if (state.value !== value) state.next(value);
}

/** Whether a decision comes before all others of its step: no further frame leaves. */
function isCut({ kind }: Decision): boolean {
  return kind === 'cut' || kind === 'cut_calls';
}
