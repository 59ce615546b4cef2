import { Observable, type OperatorFunction, type SchedulerLike, type Subscription } from 'rxjs';
import { scheduleLast } from '../time/scheduleLast.ts';
import { guard } from './guard.ts';
import { operate } from './operate.ts';

/**
 * Emits `onDue()` once, at the scheduler time that `dueAt` returned for the latest value: at once if that time has
 * passed, never if it is null. A value that arrives at that very time can still change it. Completes when the source
 * has completed and nothing is due.
 */
export function emitWhenDue<In, Out>(
  dueAt: (value: In) => number | null,
  onDue: () => Out,
  scheduler: SchedulerLike,
): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      let at: number | null = null;
      let waiting: Subscription | undefined;
      let isOver = false;
      const emit = (): void => {
        at = null;
        subscriber.next(onDue());
        if (isOver) subscriber.complete();
      };
      const ring = (): void => guard(emit, (error) => subscriber.error(error));
      const next = (value: In): void => {
        const before = at;
        at = dueAt(value);
        if (at === before) return;
        waiting?.unsubscribe();
        if (at === null) return;
        const ms = at - scheduler.now();
        if (ms <= 0) emit();
        else waiting = scheduleLast(scheduler, ms, ring);
      };
      const complete = (): void => {
        isOver = true;
        if (at === null) subscriber.complete();
      };
      subscriber.add(() => waiting?.unsubscribe());
      operate(values, subscriber, { next, complete });
    });
}
