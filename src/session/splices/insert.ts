import { Observable, type MonoTypeOperatorFunction } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { SpliceRun, type ActiveSplice } from './spliceRun.ts';

export interface InsertOptions<T, Selected extends T> {
  /** Selects the values that the operator receives. The others bypass it. */
  readonly isSelected: (value: T) => value is Selected;
  /**
   * Determines whether a value that bypasses the operator waits for the earlier values that the operator withholds:
   * always, never, or once the operator has been seen to emit later.
   */
  readonly waits: 'always' | 'once it emits later' | 'never';
}

/** A value that waits for earlier ones. */
interface Held<T> {
  readonly value: T;
  /** The number of values that the operator must have answered. */
  readonly behind: number;
}

/** Time after which an operator that lets no values through is reported, in ms. */
const SILENT_MS = 10_000;

/** Inserts a splice for the life of the session. Values keep their order. */
export function insert<T, Selected extends T>(
  splice: ActiveSplice<Selected>,
  { isSelected, waits }: InsertOptions<T, Selected>,
): MonoTypeOperatorFunction<T> {
  return (source) =>
    new Observable((out) => {
      const held: Held<T>[] = [];
      const silence = createSilence(splice);
      const run = new SpliceRun(splice, {
        emit: (value) => {
          silence.end();
          out.next(value);
        },
        onProgress: () => {
          while (held[0] !== undefined && held[0].behind <= run.done) out.next((held.shift() as Held<T>).value);
        },
      });
      const mustWait = (): boolean =>
        run.done < run.accepted && waits !== 'never' && (waits === 'always' || splice.seen.timing === 'later');
      out.add(() => {
        silence.end();
        run.unsubscribe();
      });
      run.begin();
      const next = (value: T): void => {
        if (!isSelected(value)) {
          if (held.length > 0 || mustWait()) held.push({ value, behind: run.accepted });
          else out.next(value);
        } else if (!run.next(value)) silence.begin();
      };
      out.add(source.subscribe({ next, error: (error: unknown) => out.error(error), complete: () => out.complete() }));
    });
}

/** Reports an operator that lets no values through, once until it does. */
function createSilence({ part, report, scheduler }: Pick<ActiveSplice<never>, 'part' | 'report' | 'scheduler'>): {
  begin(): void;
  end(): void;
} {
  let isRunning = false;
  const alarm = createAlarm(scheduler, () =>
    report(part.describe('part_stalled', `has let nothing through for ${SILENT_MS / 1000} s`, { failure: false })),
  );
  return {
    begin: () => {
      if (isRunning) return;
      isRunning = true;
      alarm.set(scheduler.now() + SILENT_MS);
    },
    end: () => {
      if (!isRunning) return;
      isRunning = false;
      alarm.set(undefined);
    },
  };
}
