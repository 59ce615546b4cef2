import type { EdgeName, Edges } from '../edges.ts';
import type { SpliceFailure } from './splice.ts';

/** The treatment of values that a splice does not let through at an edge. */
export interface SpliceRule<T> {
  /** True if values carry audio, which is checked after the splice. */
  readonly hasFrames?: true | undefined;
  /**
   * The treatment of a value on which the splice throws. The user's input passes, so that none of it is lost. Output to
   * the user, the model or functions is held back, because the splice may be meant to do so.
   */
  readonly onError: SpliceFailure;
  /** Returns the substitute for a value that is held back for the reason `why`, if anything waits for the value. */
  readonly replace?: ((value: T, why: string) => T) | undefined;
}

/** The rules of all edges. */
export const RULES: { readonly [Edge in EdgeName]: SpliceRule<Edges[Edge]> } = {
  audioIn: { onError: 'skip', hasFrames: true },
  textIn: { onError: 'skip' },
  dtmf: { onError: 'skip' },
  activity: { onError: 'skip', hasFrames: true },
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
  speech: { onError: 'drop', hasFrames: true },
  playout: { onError: 'skip' },
  metrics: { onError: 'skip' },
};
