import { AntiphonError } from '../../core/errors.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { Fault } from './faults.ts';
import { describeAt, formatPath } from '../../core/issues.ts';

/**
 * Finds faults that chat models refuse: a `tool` message that answers no call, a call without an answer, an empty id or
 * name. Returns one diagnostic for each.
 */
export function findUnusualMessages(messages: readonly HistoryMessage[]): readonly AntiphonError[] {
  return [...findFaults(messages)].map(({ path, message }) => {
    const at = formatPath(['initial_messages', ...path]);
    const text = `${at}: chat models expect ${message}, got ${describeAt(messages, path)}`;
    return new AntiphonError('message_unusual', text, { failure: false, path: at });
  });
}

/** Paths of the calls without an answer, by the id of the call. */
type OpenCalls = Map<string, PropertyKey[]>;

function* findFaults(messages: readonly HistoryMessage[]): Generator<Fault> {
  const open: OpenCalls = new Map();
  for (const [i, message] of messages.entries()) {
    if (message.role === 'tool') yield* closeCall(message, i, open);
    else yield* openCalls(message, i, open);
  }
  for (const path of open.values()) yield { path, message: 'a call that a later `tool` message answers' };
}

function* closeCall({ tool_call_id: id }: HistoryMessage, i: number, open: OpenCalls): Generator<Fault> {
  if (id !== null && open.delete(id)) return;
  yield { path: [i, 'tool_call_id'], message: 'the id of an unanswered call of an earlier assistant message' };
}

function* openCalls({ tool_calls: calls = [] }: HistoryMessage, i: number, open: OpenCalls): Generator<Fault> {
  for (const [j, { id, function: called }] of calls.entries()) {
    const path = [i, 'tool_calls', j];
    if (called.name === '') yield { path: [...path, 'function', 'name'], message: 'the name of a function' };
    if (id === '') yield { path: [...path, 'id'], message: 'an id' };
    else if (open.has(id)) yield { path: [...path, 'id'], message: 'an id that no other unanswered call has' };
    else open.set(id, path);
  }
}
