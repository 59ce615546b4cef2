import { asAntiphonError, type ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { GraphSubjects } from './subjects.ts';

/**
 * Reports a fatal error with `code` and ends the session with `reason`, or with `part_failed` if a stage of the
 * application failed.
 */
export function failSession(
  { inbox, errors }: Pick<GraphSubjects, 'inbox' | 'errors'>,
  error: unknown,
  code: ErrorCode = 'internal',
  reason: SessionEndReason = 'internal',
): void {
  const reported = asAntiphonError(error, code);
  errors.next(reported);
  inbox.next({ kind: 'end', after: 'now', reason: reported.code === 'stage_failed' ? 'part_failed' : reason });
}
