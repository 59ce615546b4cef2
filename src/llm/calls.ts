import type { ToolCallDelta } from '../core/chunk.ts';
import type { PartEvent } from './part.ts';

/** The function calls of one stream. */
export interface StreamCalls {
  /** Adds a piece of a call. Ignores pieces without a beginning, which belong to a call that is not the session's. */
  add(piece: Extract<PartEvent, { kind: 'call' }>): void;
  /** Removes a call that the client has carried out itself. */
  settle(id: string): void;
  /** Removes all calls because the client has carried them out, and resets the keys. */
  settleAll(): void;
  /**
   * Returns the calls that remain to be carried out. Calls without arguments get `{}` if the model has finished, and an
   * empty string otherwise.
   */
  open(options: { readonly hasFinished: boolean }): readonly ToolCallDelta[];
}

interface Call {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: string;
  readonly whole: string;
}

const NEW_CALL: Call = { id: undefined, name: '', args: '', whole: '' };

/** Returns whether a piece begins another call under the same key, because some services never increase the index. */
function isAnother(known: Call | undefined, id: string | undefined, name: string | undefined): boolean {
  return known?.id !== undefined && id !== undefined && id !== known.id && name !== undefined;
}

export function createCalls(): StreamCalls {
  let calls: Call[] = [];
  /** The latest call of each key. */
  let latest = new Map<string, number>();
  const settled = new Set<string>();
  return {
    add: ({ key, id, name, args, whole }) => {
      const known = latest.get(key);
      const isNew = known === undefined || isAnother(calls[known], id, name);
      if (isNew && name === undefined) return;
      const at = isNew ? calls.length : known;
      const call = calls[at] ?? NEW_CALL;
      latest.set(key, at);
      calls[at] = {
        id: call.id ?? id,
        name: call.name + (name ?? ''),
        args: call.args + (args ?? ''),
        whole: whole ?? call.whole,
      };
    },
    settle: (id) => void settled.add(id),
    settleAll: () => {
      calls = [];
      latest = new Map();
    },
    open: ({ hasFinished }) =>
      calls
        .filter(({ id }) => id === undefined || !settled.has(id))
        .map(({ id, name, args, whole }, index) => {
          const json = args === '' ? whole : args;
          return {
            index,
            id,
            type: 'function',
            function: { name, arguments: json === '' && hasFinished ? '{}' : json },
          };
        }),
  };
}
