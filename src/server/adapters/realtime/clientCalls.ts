import type { FunctionCall } from '../../../core/message.ts';

/** The calls of functions that the client executes. */
export interface ClientCalls {
  /** Replaces the names of the client's functions. */
  setNames(names: readonly string[]): void;
  /** Adds a call; returns false for a function of the server. */
  add(call: FunctionCall): boolean;
  /** Returns whether a call waits for its result, which it has from now on. */
  answer(id: string): boolean;
  /** Returns whether the agent goes on by itself with a result that was not asked about yet. */
  takeContinued(): boolean;
  /** There is more to answer than results, or the reply that went on with them is over: a request for an answer means another one. */
  forgetContinued(): void;
  /** Removes a call that is settled. `unanswered`: the client has not executed it. */
  settle(id: string): 'of the server' | 'answered' | 'unanswered';
}

export function createClientCalls(): ClientCalls {
  let names: ReadonlySet<string> = new Set();
  const calls = new Map<string, 'answered' | 'unanswered'>();
  let isContinued = false;
  return {
    setNames: (all) => (names = new Set(all)),
    add: ({ id, function: { name } }) => {
      if (!names.has(name)) return false;
      calls.set(id, 'unanswered');
      return true;
    },
    answer: (id) => {
      if (calls.get(id) !== 'unanswered') return false;
      calls.set(id, 'answered');
      isContinued = true;
      return true;
    },
    takeContinued: () => {
      const was = isContinued;
      isContinued = false;
      return was;
    },
    forgetContinued: () => void (isContinued = false),
    settle: (id) => {
      const state = calls.get(id) ?? 'of the server';
      calls.delete(id);
      return state;
    },
  };
}
