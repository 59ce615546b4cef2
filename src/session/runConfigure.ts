import {
  defer,
  firstValueFrom,
  from,
  fromEvent,
  map,
  merge,
  NEVER,
  of,
  throwError,
  timeout,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError, asAntiphonError } from '../core/errors.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { contain as containInProcess, type Contain, type UncaughtHandler } from './containment/containment.ts';

const TIMEOUT_MS = 10_000;

export interface ConfigureOptions {
  readonly scheduler?: SchedulerLike | undefined;
  /** Runs `configure`. @default `contain` */
  readonly contain?: Contain | undefined;
  /** Fires when nobody waits for the config any more. */
  readonly left?: AbortSignal | undefined;
}

/**
 * Runs `configure`. Rejects and fires `signal` when it fails, when `left` fires, or when it takes longer than 10 s. Errors outside of its promise after that
 * go to `onLate`.
 */
export async function runConfigure<T>(
  configure: (signal: AbortSignal) => T | PromiseLike<T>,
  onLate: UncaughtHandler,
  { scheduler = monotonicScheduler, left, contain = containInProcess }: ConfigureOptions = {},
): Promise<T> {
  const controller = new AbortController();
  const createTimeout = (): AntiphonError =>
    new AntiphonError('config_timeout', `configure_session took longer than ${TIMEOUT_MS / 1000} s`);
  let onUncaught: UncaughtHandler = onLate;
  const uncaught = new Promise<never>((_, reject) => {
    onUncaught = (error) => {
      onUncaught = onLate;
      reject(error);
    };
  });
  uncaught.catch(() => {});
  try {
    const work = (): Promise<T> => Promise.resolve(configure(controller.signal));
    const configured = (): Observable<T> => from(contain((error) => onUncaught(error), work));
    return await firstValueFrom(
      merge(abandoned(left), defer(configured), uncaught).pipe(
        timeout({ first: TIMEOUT_MS, scheduler, with: () => throwError(createTimeout) }),
      ),
    );
  } catch (error) {
    controller.abort();
    throw asAntiphonError(error, 'config_failed');
  } finally {
    onUncaught = onLate;
  }
}

/** Creates the error of a start for which nobody waits any more. */
export function createLeftError(): AntiphonError {
  return new AntiphonError('config_failed', 'nobody waits for the session any more');
}

/** Errors when `signal` fires, at once if it has. */
function abandoned(signal: AbortSignal | undefined): Observable<never> {
  if (signal === undefined) return NEVER;
  const fired = defer(() => (signal.aborted ? of(undefined) : fromEvent(signal, 'abort')));
  return fired.pipe(
    map(() => {
      throw createLeftError();
    }),
  );
}
