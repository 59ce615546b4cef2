import { Subscription, type Observable, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { createAlarm } from '../../time/alarm.ts';
import type { StageName } from '../stages.ts';
import { DUTIES, type DutyChange } from './duties.ts';
import type { GraphSubjects } from './subjects.ts';

export interface WatchStagesOptions {
  /** The non-standard stages. Standard stages have their own time limits. */
  readonly watched: ReadonlySet<StageName>;
  /** Returns the longest time that a function may take, in ms. */
  readonly longestCallMs: () => number;
  readonly scheduler: SchedulerLike;
}

/**
 * Watches non-standard stages. If a stage does not finish its work in time, reports it by name and finishes the work
 * instead, so that the call goes on.
 */
export function watchStages(subjects: GraphSubjects, options: WatchStagesOptions): Subscription {
  const watching = new Subscription();
  for (const stage of options.watched) {
    const { boundMs, changes } = DUTIES[stage] ?? {};
    if (boundMs === undefined || changes === undefined) continue;
    const ms = (): number => boundMs + (stage === 'functions' ? options.longestCallMs() : 0);
    watching.add(watch(stage, changes(subjects), ms, subjects, options.scheduler));
  }
  return watching;
}

type OpenDuty = Extract<DutyChange, { readonly kind: 'open' }>;

function watch(
  stage: StageName,
  changes: Observable<DutyChange>,
  boundMs: () => number,
  { errors, inbox }: GraphSubjects,
  scheduler: SchedulerLike,
): Subscription {
  const duties = new Map<string | number, { readonly duty: OpenDuty; readonly dueMs: number }>();
  const alarm = createAlarm(scheduler, () => {
    const nowMs = scheduler.now();
    const due = [...duties.values()].filter(({ dueMs }) => dueMs <= nowMs);
    for (const { duty } of due) {
      duties.delete(duty.key);
      const message = `stage "${stage}" (yours) has not ${duty.what} for ${boundMs() / 1000} s`;
      errors.next(new AntiphonError('part_stalled', message, { path: `stages.${stage}` }));
      inbox.batch(duty.end, undefined);
    }
    setAlarm();
  });
  const setAlarm = (): void => {
    const [first] = duties.values();
    alarm.set(first?.dueMs);
  };
  const watching = changes.subscribe((change) => {
    // The latest change is due last.
    duties.delete(change.key);
    if (change.kind === 'open') duties.set(change.key, { duty: change, dueMs: scheduler.now() + boundMs() });
    setAlarm();
  });
  watching.add(() => alarm.set(undefined));
  return watching;
}
