import type { ToolCallDelta } from '../core/chunk.ts';
import type { PartEvent } from './part.ts';

/** The function calls of one stream. */
export interface StreamCalls {
  /** Adds a piece of a call. Pieces of what has not begun belong to a call that is not the session's. */
  add(piece: Extract<PartEvent, { kind: 'call' }>): void;
  /** The client has carried out a call itself. */
  settle(id: string): void;
  /** The client has carried out all of them, and keys start over. */
  settleAll(): void;
  /** Returns the calls that are left to carry out. Those without arguments have `{}` if the model has finished, and nothing otherwise. */
  open(options: { readonly hasFinished: boolean }): readonly ToolCallDelta[];
}

interface Call {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: string;
  readonly whole: string;
}

const NEW_CALL: Call = { id: undefined, name: '', args: '', whole: '' };

/** Returns whether a piece begins another call under the same key, because some services never count. */
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
