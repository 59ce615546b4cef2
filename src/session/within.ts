import { firstValueFrom, from, merge, throwError, timeout } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../core/errors.ts';
import { monotonicScheduler } from '../core/monotonicScheduler.ts';
import { contain } from './containment.ts';

/** What `configure` returns, or an error when it fails or takes longer than `ms`; then `signal` fires. */
export async function within<T>(
  ms: number,
  scheduler: SchedulerLike = monotonicScheduler,
  configure: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<T> {
  const controller = new AbortController();
  const late = (): AntiphonError =>
    new AntiphonError('config_timeout', `configure_session took longer than ${ms / 1000} s`);
  try {
    let stray = (_error: unknown): void => {};
    const strays = new Promise<never>((_, reject) => (stray = reject));
    strays.catch(() => {});
    const configured = from(contain(stray, () => Promise.resolve(configure(controller.signal))));
    return await firstValueFrom(
      merge(configured, strays).pipe(timeout({ first: ms, scheduler, with: () => throwError(late) })),
    );
  } catch (error) {
    controller.abort();
    throw asAntiphonError(error, 'config_failed');
  }
}
