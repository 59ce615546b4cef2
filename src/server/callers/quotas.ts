import { Problem } from '../problems/problem.ts';
import type { Caller } from './caller.ts';

/** Counts the sessions of each caller. */
export interface Quotas {
  /**
   * Reserves a session for this caller. Returns a function that releases it, once.
   *
   * @throws Problem `key_concurrency_exceeded`
   */
  take(caller: Caller): () => void;
}

/** Creates the quotas of one server. Counts are kept only for callers that have sessions. */
export function createQuotas(): Quotas {
  const taken = new Map<string, number>();
  const giveBack = (name: string): void => {
    const left = (taken.get(name) ?? 0) - 1;
    if (left > 0) taken.set(name, left);
    else taken.delete(name);
  };
  return {
    take: ({ name, max_sessions = Number.POSITIVE_INFINITY }) => {
      const count = taken.get(name) ?? 0;
      if (count >= max_sessions) throw new Problem('key_concurrency_exceeded');
      taken.set(name, count + 1);
      let isGiven = false;
      return () => {
        if (!isGiven) giveBack(name);
        isGiven = true;
      };
    },
  };
}
