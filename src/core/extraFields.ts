import type { FunctionCall, HistoryMessage } from './message.ts';

/** Fields of a chat completion that this library does not know and passes on unchanged. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Unknown fields of a message, such as `reasoning_details`, and of its calls, such as `extra_content`. Models need to
 * get them back. The handler's messages, recordings and checkpoints include them; events do not.
 */
export interface ExtraFields {
  readonly message?: Readonly<Record<string, unknown>> | undefined;
  readonly calls?: readonly ExtraOfCall[] | undefined;
}

export interface ExtraOfCall {
  readonly tool_call_id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Names that must never be copied, because they could change a prototype. */
const UNSAFE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Selects the unknown fields of an object that are not empty; null if all are known or empty. */
export function selectExtra(fields: Fields, known: ReadonlySet<string>): Fields | null {
  let extra: Record<string, unknown> | null = null;
  for (const name in fields)
    if (!known.has(name) && !UNSAFE.has(name) && !isEmpty(fields[name])) (extra ??= {})[name] = fields[name];
  return extra;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Merges the fields of a later chunk: joins strings and lists, merges list elements with the same `index`, and replaces
 * other values.
 */
export function mergeExtra(before: Fields | null, added: Fields | null): Fields | null {
  if (before === null || added === null) return before ?? added;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(added)) merged[name] = mergeValue(name, merged[name], value);
  return merged;
}

/** Fields that are repeated in each piece. */
export const REPEATED: ReadonlySet<string> = new Set(['id', 'type', 'format', 'index']);

function mergeValue(name: string, before: unknown, added: unknown): unknown {
  if (typeof before === 'string' && typeof added === 'string') return REPEATED.has(name) ? added : before + added;
  if (Array.isArray(before) && Array.isArray(added)) return added.reduce<unknown[]>(addElement, [...before]);
  if (isFields(before) && isFields(added)) return mergeExtra(before, added);
  return added ?? before;
}

function addElement(elements: unknown[], added: unknown): unknown[] {
  const at = elements.findIndex((element) => isPieceOf(element, added));
  if (at < 0) elements.push(added);
  else elements[at] = mergeExtra(elements[at] as Fields, added as Fields);
  return elements;
}

function isPieceOf(element: unknown, added: unknown): boolean {
  if (!isFields(element) || !isFields(added)) return false;
  return typeof added['index'] === 'number' && element['index'] === added['index'] && element['type'] === added['type'];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  'content',
  'role',
  'name',
  'tool_call_id',
  'tool_calls',
  'function',
]);
const CALL_FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'function']);

/** The known fields of a chunk's delta, and of its calls. */
export const DELTA_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'refusal', 'tool_calls']);
export const CALL_DELTA_FIELDS: ReadonlySet<string> = new Set(['index', ...CALL_FIELDS]);

/** Splits a chat message into the history message and the unknown fields. */
export function splitExtra(stored: HistoryMessage): { readonly message: HistoryMessage; readonly extra?: ExtraFields } {
  const ofMessage = selectExtra(stored as unknown as Fields, MESSAGE_FIELDS);
  const ofCalls = (stored.tool_calls ?? []).flatMap((call) =>
    ofCall(call.id, selectExtra(call as unknown as Fields, CALL_FIELDS)),
  );
  if (ofMessage === null && ofCalls.length === 0) return { message: stored };
  const { content, role, name, tool_call_id, tool_calls } = stored;
  const calls = tool_calls?.map(({ id, type, function: called }): FunctionCall => ({ id, type, function: called }));
  const message = { content, role, name, tool_call_id, ...(calls && { tool_calls: calls }) };
  return { message, extra: createExtra(ofMessage, ofCalls) };
}

/** Returns the known fields of a message, of a call or of a chunk's delta; null if the value under `key` is neither. */
export function knownFieldsOf(key: string, value: Fields): ReadonlySet<string> | null {
  if (key === 'delta') return DELTA_FIELDS;
  if ('role' in value) return MESSAGE_FIELDS;
  return 'function' in value ? CALL_DELTA_FIELDS : null;
}

export function createExtra(message: Fields | null, calls: readonly ExtraOfCall[]): ExtraFields {
  return { ...(message !== null && { message }), ...(calls.length > 0 && { calls }) };
}

/** Lists the unknown fields of a call, if any. */
export function ofCall(tool_call_id: string, fields: Fields | null): readonly ExtraOfCall[] {
  return fields === null ? [] : [{ tool_call_id, fields }];
}

/** Returns a call with its unknown fields. */
export function withExtra(call: FunctionCall, extra: ExtraFields | undefined): FunctionCall {
  const own = extra?.calls?.find(({ tool_call_id }) => tool_call_id === call.id);
  return own === undefined ? call : { ...structuredClone(own.fields), ...call };
}

/** Returns the chat message with its unknown fields: the inverse of `splitExtra`. */
export function joinExtra(message: HistoryMessage, extra: ExtraFields | undefined): HistoryMessage {
  if (extra === undefined) return message;
  const calls = message.tool_calls?.map((call) => withExtra(call, extra));
  return { ...structuredClone(extra.message), ...message, ...(calls && { tool_calls: calls }) };
}
