import { defer, from, merge, type Observable } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import { contain as containInProcess, type Contain, type UncaughtHandler } from '../containment/containment.ts';
import { withDeadline, type DeadlineOptions } from '../../stream/withDeadline.ts';

export interface ConfigureOptions extends DeadlineOptions {
  /** Runs `configure`. @default `contain` */
  readonly contain?: Contain | undefined;
}

/**
 * Runs `configure`. Rejects and fires `signal` if it fails, if `left` fires, or if it takes longer than 10 s. Later
 * errors outside its promise go to `onLate`.
 */
export async function runConfigure<T>(
  configure: (signal: AbortSignal) => T | PromiseLike<T>,
  onLate: UncaughtHandler,
  { contain = containInProcess, ...deadline }: ConfigureOptions = {},
): Promise<T> {
  let onUncaught: UncaughtHandler = onLate;
  const uncaught = new Promise<never>((_, reject) => {
    onUncaught = (error) => {
      onUncaught = onLate;
      reject(error);
    };
  });
  uncaught.catch(() => {});
  const run = (signal: AbortSignal): Observable<T> => {
    const work = (): Promise<T> => Promise.resolve(configure(signal));
    return merge(
      defer(() => from(contain((error) => onUncaught(error), work))),
      uncaught,
    );
  };
  try {
    return await withDeadline(run, () => 'configure_session', deadline);
  } catch (error) {
    throw asAntiphonError(error, 'config_failed');
  } finally {
    onUncaught = onLate;
  }
}
