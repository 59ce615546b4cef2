import {
  defer,
  firstValueFrom,
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
import { AntiphonError } from '../core/errors.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';

/** Time limit for `configure_session`, and for the checks of its config. */
const TIMEOUT_MS = 10_000;

export interface DeadlineOptions {
  readonly scheduler?: SchedulerLike | undefined;
  /** Fires when the session is no longer wanted. */
  readonly left?: AbortSignal | undefined;
}

/**
 * Runs `work`. Rejects and fires its signal if it fails, if `left` fires, or, with `config_timeout`, if it takes longer
 * than 10 s. `describe` names the slow work.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Observable<T> | PromiseLike<T>,
  describe: () => string,
  { scheduler = monotonicScheduler, left }: DeadlineOptions,
): Promise<T> {
  const controller = new AbortController();
  const createTimeout = (): AntiphonError =>
    new AntiphonError('config_timeout', `${describe()} took longer than ${TIMEOUT_MS / 1000} s`);
  try {
    return await firstValueFrom(
      merge(
        abandoned(left),
        defer(() => work(controller.signal)),
      ).pipe(timeout({ first: TIMEOUT_MS, scheduler, with: () => throwError(createTimeout) })),
    );
  } catch (error) {
    controller.abort();
    throw error;
  }
}

/** Creates the error of a start that is no longer wanted. */
export function createLeftError(): AntiphonError {
  return new AntiphonError('config_failed', 'the client no longer waits for the session');
}

/** Errors when `signal` fires, or at once if it has fired. */
function abandoned(signal: AbortSignal | undefined): Observable<never> {
  if (signal === undefined) return NEVER;
  const fired = defer(() => (signal.aborted ? of(undefined) : fromEvent(signal, 'abort')));
  return fired.pipe(
    map(() => {
      throw createLeftError();
    }),
  );
}
