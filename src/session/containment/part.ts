import { isObservable, Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { AntiphonError, isAntiphonError, type AntiphonErrorDetails, type ErrorCode } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { describeKind } from '../../core/describeInput.ts';
import { wrapScheduler } from '../../time/wrapScheduler.ts';
import { contain as containInProcess, uncontained, type Contain, type UncaughtHandler } from './containment.ts';
import { fromContained } from './fromContained.ts';

export interface PartOptions {
  /** Its name in messages, such as `stage "endpointing" (yours)`. */
  readonly label: string;
  /** The path of the option that holds it, such as `stages.endpointing`. */
  readonly path: string;
  /** The error code of its failures. */
  readonly code: ErrorCode;
  readonly report: (error: AntiphonError) => void;
  /** @default `contain` */
  readonly contain?: Contain | undefined;
}

/**
 * A part of the graph written by a developer. `run` and `into` enter its code, `outOf` and `leave` leave it. Anything
 * that it throws in between, synchronously or later, is reported under its name.
 */
export interface Part {
  readonly path: string;
  /** Creates the error for a failure. Returns an error of this library unchanged. */
  createError(cause: unknown): AntiphonError;
  /** Creates an error that describes what the part did. */
  describe(code: ErrorCode, what: string, details?: Pick<AntiphonErrorDetails, 'failure' | 'cause'>): AntiphonError;
  /** Runs code of the part. @throws any synchronous exception of the code */
  run<T>(work: () => T): T;
  /** Emits to code of the part, and reports exceptions of its subscribers. */
  into<T>(source: Observable<T>): Observable<T>;
  /** Subscribes to an Observable of the part, and emits its values outside the part. */
  outOf<T>(source: Observable<T>): Observable<T>;
  /** Wraps a function that the part calls, so that it runs outside the part. */
  leave<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void;
  /** Wraps a scheduler so that it runs work of the part, and reports exceptions of the work. */
  scheduler(scheduler: SchedulerLike): SchedulerLike;
  /** Wraps an operator of the part. @throws AntiphonError naming the part, if the operator cannot be applied */
  operator<In, Out>(own: OperatorFunction<In, Out>): OperatorFunction<In, Out>;
}

/** Emits to code of a part, if there is one. */
export function enter<T>(source: Observable<T>, part: Part | undefined): Observable<T> {
  return part === undefined ? source : part.into(source);
}

export function createPart({ label, path, code, report, contain = containInProcess }: PartOptions): Part {
  const createError = (cause: unknown): AntiphonError =>
    isAntiphonError(cause) && cause.code !== 'usage_invalid'
      ? cause
      : new AntiphonError(code, `${label}: ${messageOf(cause)}`, { path, cause });
  const onUncaught: UncaughtHandler = (cause) => report(createError(cause));
  const enter = <Args extends readonly unknown[]>(work: (...args: Args) => void, ...args: Args): void => {
    try {
      contain(onUncaught, work, ...args);
    } catch (thrown) {
      onUncaught(thrown);
    }
  };
  const describe: Part['describe'] = (reported, what, details) =>
    new AntiphonError(reported, `${label} ${what}`, { path, ...details });
  const part: Part = {
    path,
    createError,
    describe,
    run: (work) => contain(onUncaught, work),
    into: (source) =>
      new Observable((subscriber) => {
        const next = subscriber.next.bind(subscriber);
        return source.subscribe({
          next: (value) => {
            try {
              contain(onUncaught, next, value);
            } catch (thrown) {
              onUncaught(thrown);
            }
          },
          error: (error: unknown) => enter(subscriber.error.bind(subscriber), error),
          complete: () => enter(subscriber.complete.bind(subscriber)),
        });
      }),
    outOf: (source) => fromContained(onUncaught, source, contain),
    leave: uncontained,
    scheduler: (scheduler) => wrapScheduler(scheduler, (work, action, state) => enter(work.bind(action), state)),
    operator: (own) => (source) => {
      const output: unknown = naming(() => part.run(() => own(part.into(source))));
      if (!isObservable(output)) throw describe(code, `returned ${describeKind(output)} instead of an Observable`);
      return part.outOf(output as ReturnType<typeof own>);
    },
  };
  return part;

  function naming<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw createError(thrown);
    }
  }
}
