import { asAntiphonError, type ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { GraphSubjects } from './subjects.ts';

/** Reports a fatal error with `code` and ends the session for `reason`. */
export function failSession(
  { inbox, errors }: Pick<GraphSubjects, 'inbox' | 'errors'>,
  error: unknown,
  code: ErrorCode = 'internal',
  reason: SessionEndReason = 'internal',
): void {
  errors.next(asAntiphonError(error, code));
  inbox.next({ kind: 'end', after: 'now', reason });
}
