import type { Observable, Subscription } from 'rxjs';
import type { ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import { failSession } from './failSession.ts';
import type { GraphSubjects } from './subjects.ts';

/** A stage, from what it reads to where it writes: starts it. */
export type Flow = (subjects: GraphSubjects) => Subscription;

/**
 * An error in a part is a value in the whole: it is told by its code, and the session ends in order, for the reason `fatal`,
 * where it cannot go on.
 */
export function createFlow<T>(
  from: Observable<T>,
  to: (value: T) => void,
  code: ErrorCode = 'internal',
  fatal: SessionEndReason = 'internal',
): Flow {
  return (subjects) =>
    from.subscribe({
      next: (value) => subjects.inbox.batch(to, value),
      error: (error: unknown) => failSession(subjects, error, code, fatal),
    });
}
