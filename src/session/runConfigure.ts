import { firstValueFrom, from, merge, throwError, timeout, type SchedulerLike } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../core/errors.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { contain, type UncaughtHandler } from './containment.ts';

/**
 * Runs `configure`. Rejects and fires `signal` when it fails or takes longer than `ms`. Errors that it throws outside of its
 * promise after that go to `late`.
 */
export async function runConfigure<T>(
  ms: number,
  scheduler: SchedulerLike = monotonicScheduler,
  configure: (signal: AbortSignal) => T | PromiseLike<T>,
  late: UncaughtHandler,
): Promise<T> {
  const controller = new AbortController();
  const overdue = (): AntiphonError =>
    new AntiphonError('config_timeout', `configure_session took longer than ${ms / 1000} s`);
  let stray: UncaughtHandler = late;
  const strays = new Promise<never>((_, reject) => {
    stray = (error) => {
      stray = late;
      reject(error);
    };
  });
  strays.catch(() => {});
  try {
    const work = (): Promise<T> => Promise.resolve(configure(controller.signal));
    const configured = from(contain((error) => stray(error), work));
    return await firstValueFrom(
      merge(configured, strays).pipe(timeout({ first: ms, scheduler, with: () => throwError(overdue) })),
    );
  } catch (error) {
    controller.abort();
    throw asAntiphonError(error, 'config_failed');
  } finally {
    stray = late;
  }
}
