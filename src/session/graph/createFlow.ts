import type { MonoTypeOperatorFunction, Observable, Observer, Subscription } from 'rxjs';
import type { ErrorCode } from '../../core/errors.ts';
import type { Settlement, Transcript } from '../../core/speech.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { EdgeName, Edges } from '../edges.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { StageName, StageOperators } from '../stages.ts';
import { failSession } from './failSession.ts';
import type { GraphSubjects } from './subjects.ts';

/** Connects a stage to its input and output edges. */
export type Flow = (subjects: GraphSubjects) => Subscription;

/** The parts that flows are created from. */
export interface FlowContext {
  readonly io: SessionIo;
  readonly subjects: GraphSubjects;
  readonly stage: <Name extends StageName>(name: Name) => StageOperators[Name];
  readonly spliced: <Edge extends EdgeName>(edge: Edge) => MonoTypeOperatorFunction<Edges[Edge]>;
  readonly withoutEcho: MonoTypeOperatorFunction<Transcript | Settlement>;
  readonly feed: <Edge extends EdgeName>(edge: Edge, from: Observable<Edges[Edge]>) => Flow;
}

/** Creates a flow. An error of `from` is reported with `code` and ends the session, for the reason `fatal`. */
export function createFlow<T>(
  from: Observable<T>,
  to: (value: T) => void,
  code: ErrorCode = 'internal',
  fatal: SessionEndReason = 'internal',
): Flow {
  return (subjects) => from.subscribe(createObserver(subjects, to, code, fatal));
}

/** Creates the observer of a flow, outside of the closures of `createFlow`: these keep the source in memory. */
function createObserver<T>(
  subjects: GraphSubjects,
  to: (value: T) => void,
  code: ErrorCode,
  fatal: SessionEndReason,
): Pick<Observer<T>, 'next' | 'error'> {
  return {
    next: (value) => subjects.inbox.batch(to, value),
    error: (error: unknown) => failSession(subjects, error, code, fatal),
  };
}
