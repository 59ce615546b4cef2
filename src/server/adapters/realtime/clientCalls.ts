import type { FunctionCall } from '../../../core/message.ts';

/** The function calls that the client executes. */
export interface ClientCalls {
  /** Replaces the names of the client's functions. */
  setNames(names: readonly string[]): void;
  /** Adds a call. Returns false if the function belongs to the server. */
  add(call: FunctionCall): boolean;
  /** Records the result of a call. Returns whether the call was waiting for it. */
  answer(id: string): boolean;
  /** Consumes the flag that the agent is continuing by itself with a result, and returns whether it was set. */
  takeContinued(): boolean;
  /**
   * Clears the flag of `takeContinued`: there is more to answer than results, or the continued reply has ended, so the
   * client's next request for a response needs a new one.
   */
  forgetContinued(): void;
  /** Removes a settled call. `unanswered` means that the client has not executed it. */
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
