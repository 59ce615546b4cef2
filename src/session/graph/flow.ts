import type { Observable, Subscription } from 'rxjs';
import type { ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import { fail } from './fail.ts';
import type { Loops } from './loops.ts';

/** A stage, from what it reads to where it writes: starts it. */
export type Flow = (loops: Loops) => Subscription;

/**
 * An error in a part is a value in the whole: it is told by its code, and the session ends in order, for the reason `fatal`,
 * where it cannot go on.
 */
export function flow<T>(
  from: Observable<T>,
  to: (value: T) => void,
  code: ErrorCode = 'internal',
  fatal: SessionEndReason = 'internal',
): Flow {
  return (loops) =>
    from.subscribe({
      next: (value) => loops.inbox.during(to, value),
      error: (error: unknown) => fail(loops, error, code, fatal),
    });
}
