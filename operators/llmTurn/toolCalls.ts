import type { FunctionCall } from '../../src/core/message.ts';
import { mergeExtra } from '../../src/core/extraFields.ts';
import type { CheckedToolCall } from './checkedChoice.ts';

/** Counts the characters of a part of a call. */
export function charsOf({ id, name, arguments: args }: CheckedToolCall): number {
  return id.length + name.length + args.length;
}

/**
 * Adds a delta of a call. Deltas with the same index form one call, but a new id with a name begins another, because
 * some services never increase the index.
 */
export function addCall(calls: readonly CheckedToolCall[], delta: CheckedToolCall): readonly CheckedToolCall[] {
  const known = calls.findLast(({ index }) => index === delta.index);
  if (known === undefined || isAnother(known, delta)) return [...calls, delta].toSorted((a, b) => a.index - b.index);
  const merged = {
    ...known,
    id: known.id || delta.id,
    name: known.name || delta.name,
    arguments: known.arguments + delta.arguments,
    extra: mergeExtra(known.extra, delta.extra),
  };
  return calls.map((call) => (call === known ? merged : call));
}

function isAnother(known: CheckedToolCall, { id, name }: CheckedToolCall): boolean {
  return known.id !== '' && id !== '' && id !== known.id && name !== '';
}

/** Creates the calls. A call without an id gets a unique one. */
export function createCalls(calls: readonly CheckedToolCall[], turn: number, round: number): readonly FunctionCall[] {
  return calls.map(({ index, id, name, arguments: args }) => ({
    id: id === '' ? `call_${turn}_${round}_${index}` : id,
    type: 'function',
    function: { name, arguments: args },
  }));
}
