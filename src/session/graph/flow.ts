import { catchError, EMPTY, map } from 'rxjs';
import type { Observable, Subscription } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { Loops } from './loops.ts';

/** A stage, from what it reads to where it writes, and what its failure means for the session. */
export interface Flow {
  readonly from: Observable<() => void>;
  readonly code: ErrorCode;
  readonly fatal: SessionEndReason;
}

export function flow<T>(
  from: Observable<T>,
  to: (value: T) => void,
  code: ErrorCode = 'internal',
  fatal: SessionEndReason = 'internal',
): Flow {
  return { from: from.pipe(map((value) => () => to(value))), code, fatal };
}

/** An error in a part is a value in the whole: it is told, and the session ends in order where it cannot go on. */
export function run({ from, code, fatal }: Flow, { inbox, errors }: Loops): Subscription {
  const failed = (error: unknown): Observable<never> => {
    errors.next(asAntiphonError(error, code));
    inbox.next({ kind: 'end', after: 'now', reason: fatal });
    return EMPTY;
  };
  return from.pipe(catchError(failed)).subscribe((deliver) => inbox.during(deliver));
}
