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

export function createCalls(): StreamCalls {
  const calls = new Map<string, Call>();
  const settled = new Set<string>();
  return {
    add: ({ key, id, name, args, whole }) => {
      const call = calls.get(key) ?? (name === undefined ? undefined : NEW_CALL);
      if (call === undefined) return;
      calls.set(key, {
        id: call.id ?? id,
        name: call.name + (name ?? ''),
        args: call.args + (args ?? ''),
        whole: whole ?? call.whole,
      });
    },
    settle: (id) => void settled.add(id),
    settleAll: () => calls.clear(),
    open: ({ hasFinished }) =>
      [...calls.values()]
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
