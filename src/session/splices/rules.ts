import type { EdgeName, Edges } from '../edges.ts';
import type { SpliceFailure } from './splice.ts';

/** The treatment of values at an edge that a splice does not let through. */
export interface SpliceRule<T> {
  /**
   * The treatment of a value on which the splice throws. The user's input passes, so that none of it is lost. Output to the user, the
   * model or functions does not, because the splice may be meant to hold it back.
   */
  readonly onError: SpliceFailure;
  /** Returns the substitute for a value that is held back for the reason `why`, if something waits for the value. */
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
