import { asAntiphonError, type ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { GraphSubjects } from './subjects.ts';

/** Reports an error without which the session cannot go on, and ends it in order, for `reason`. */
export function failSession(
  { inbox, errors }: Pick<GraphSubjects, 'inbox' | 'errors'>,
  error: unknown,
  code: ErrorCode = 'internal',
  reason: SessionEndReason = 'internal',
): void {
  errors.next(asAntiphonError(error, code));
  inbox.next({ kind: 'end', after: 'now', reason });
}
