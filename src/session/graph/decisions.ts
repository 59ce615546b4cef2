import type { Observable } from 'rxjs';
import { createSubject, type Source } from '../../stream/operate.ts';
import type { Decision } from '../floor/types.ts';

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;

/** The decisions of the floor, in order, for the stages that carry them out. */
export interface Decisions {
  next(decision: Decision): void;
  /** Selects the decisions of one kind. */
  of<Kind extends Decision['kind']>(kind: Kind): Observable<DecisionOf<Kind>>;
}

/**
 * Creates the decisions, with one Subject per kind: a filter would look at every decision for each of a dozen
 * subscribers.
 */
export function createDecisions(): Decisions {
  const subjects = new Map<Decision['kind'], Source<Decision>>();
  return {
    next: (decision) => subjects.get(decision.kind)?.next(decision),
    of: <Kind extends Decision['kind']>(kind: Kind) => {
      const subject = subjects.get(kind) ?? createSubject<Decision>();
      subjects.set(kind, subject);
      return subject as Observable<Decision> as Observable<DecisionOf<Kind>>;
    },
  };
}
