import type { Observable, Subscription } from 'rxjs';
import type { ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import { failSession } from './failSession.ts';
import type { GraphSubjects } from './subjects.ts';

/** Connects a stage to its input and output edges. */
export type Flow = (subjects: GraphSubjects) => Subscription;

/** Creates a flow. An error of `from` is reported with `code` and ends the session, for the reason `fatal`. */
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
