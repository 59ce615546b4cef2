import type { EdgeName, Edges } from '../edges.ts';
import type { SpliceFailure } from './splice.ts';

/** What the session does at an edge with values that a splice does not let through. */
export interface SpliceRule<T> {
  /**
   * What becomes of a value on which the splice throws. What the user has said passes, so that none of it is lost; what goes to the user,
   * to the model or to functions does not, as the splice may be there to hold it back.
   */
  readonly onError: SpliceFailure;
  /** Returns what stands for a value that is held back because of `why`, where something waits for it. */
  readonly replace?: ((value: T, why: string) => T) | undefined;
}

/** The rules of all edges. */
export const RULES: { readonly [Edge in EdgeName]: SpliceRule<Edges[Edge]> } = {
  audioIn: { onError: 'skip' },
  textIn: { onError: 'skip' },
  dtmf: { onError: 'skip' },
  activity: { onError: 'skip' },
  transcript: { onError: 'skip' },
  interruption: { onError: 'skip' },
  userTurn: { onError: 'skip' },
  reply: { onError: 'drop' },
  functionCalls: { onError: 'drop', replace: (calls, why) => ({ ...calls, notExecuted: why }) },
  functionResults: {
    onError: 'drop',
    replace: (executed, why) => ({
      ...executed,
      results: executed.results.map((result) => ({ ...result, content: `error: ${why}` })),
    }),
  },
  speech: { onError: 'drop' },
  playout: { onError: 'skip' },
  metrics: { onError: 'skip' },
};
