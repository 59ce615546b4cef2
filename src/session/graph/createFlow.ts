import type { MonoTypeOperatorFunction, Observable, Subscription } from 'rxjs';
import { asAntiphonError, type ErrorCode } from '../../core/errors.ts';
import type { Settlement, Transcript } from '../../core/speech.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { EdgeName, Edges } from '../edges.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { InsertedSplices } from '../splices/createSplices.ts';
import type { StageName, StageOperators } from '../stages.ts';
import type { GraphSubjects } from './subjects.ts';

/** A function that connects a stage to its input and output edges. */
export type Flow = (subjects: GraphSubjects) => Subscription;

/** The parts from which flows are created. */
export interface FlowContext {
  readonly io: SessionIo;
  readonly subjects: GraphSubjects;
  readonly stage: <Name extends StageName>(name: Name) => StageOperators[Name];
  readonly spliced: InsertedSplices;
  readonly withoutEcho: MonoTypeOperatorFunction<Transcript | Settlement>;
  readonly feed: <Edge extends EdgeName>(edge: Edge, from: Observable<Edges[Edge]>) => Flow;
}

/** Creates a flow. If `from` fails, reports its error with `code` and ends the session with the reason `fatal`. */
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
