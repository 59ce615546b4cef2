import { firstValueFrom, from, merge, throwError, timeout, type SchedulerLike } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../core/errors.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { contain, type UncaughtHandler } from './containment.ts';

const TIMEOUT_MS = 10_000;

/**
 * Runs `configure`. Rejects and fires `signal` when it fails or takes longer than 10 s. Errors outside of its promise after that
 * go to `onLate`.
 */
export async function runConfigure<T>(
  configure: (signal: AbortSignal) => T | PromiseLike<T>,
  onLate: UncaughtHandler,
  scheduler: SchedulerLike = monotonicScheduler,
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
    const configured = from(contain((error) => onUncaught(error), work));
    return await firstValueFrom(
      merge(configured, uncaught).pipe(
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
