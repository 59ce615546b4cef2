import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';
import { checkLimit } from './limits.ts';
import type { SeenChunks } from './seenChunks.ts';

export interface CheckedChunk {
  readonly choice: CheckedChoice | null;
  /** Paths of fields that break a rule, which does not matter. */
  readonly unusual: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one chunk after those that were `seen`, and adds it to them. Rules that real services break are listed in `unusual`;
 * unknown keys are ignored.
 *
 * @throws AntiphonError `chunk_invalid` with the path of a field that is fatal to the turn
 */
export function checkChunk(chunk: unknown, seen: SeenChunks): CheckedChunk {
  const { id, created, model, object, choices, usage } = asObject(chunk, 'chunk');
  if (!Array.isArray(choices)) throw createChunkError('choices', 'an array', choices);
  if (choices.length > 1) throw createChunkError('choices', 'zero or one element', `${choices.length} elements`);
  const choice = choices.length === 0 ? null : checkChoice(asObject(choices[0], 'choices[0]'));
  return { choice, unusual: seen.add({ id, created, model, object }, choice, usage) };
}

function checkChoice({ delta, finish_reason: finish }: Fields): CheckedChoice {
  const { role, content, refusal, tool_calls: calls } = asObject(delta ?? {}, 'choices[0].delta');
  if (!isStringOrNothing(content)) throw createChunkError('choices[0].delta.content', 'a string or null', content);
  if (!isStringOrNothing(finish)) throw createChunkError('choices[0].finish_reason', 'a string or null', finish);
  if (!Array.isArray(calls ?? [])) throw createChunkError('choices[0].delta.tool_calls', 'an array or null', calls);
  const deltas = (calls ?? []) as readonly unknown[];
  checkLimit(LIMITS.calls, deltas.length, 'choices[0].delta.tool_calls', 'elements in a chunk');
  const toolCalls = deltas.map(checkToolCall);
  return {
    role: typeof role === 'string',
    content: content ?? '',
    refusal: stringOf(refusal),
    finishReason: finish ?? null,
    toolCalls,
  };
}

function checkToolCall(call: unknown, at: number): CheckedToolCall {
  const path = `choices[0].delta.tool_calls[${at}]`;
  const { index, id, type, function: called } = asObject(call, path);
  if (!Number.isInteger(index)) throw createChunkError(`${path}.index`, 'an integer', index);
  const { name, arguments: args } = asObject(called ?? {}, `${path}.function`);
  if (typeof args !== 'string' && args !== undefined)
    throw createChunkError(`${path}.function.arguments`, 'a string', args);
  const typed = typeof type === 'string';
  return { index: index as number, id: stringOf(id), typed, name: stringOf(name), arguments: args ?? '' };
}

function asObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createChunkError(path, 'an object', value);
  return value as Fields;
}

function isStringOrNothing(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === null || value === undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function createChunkError(path: string, expected: string, got: unknown): AntiphonError {
  const came = typeof got === 'string' ? got : got === null ? 'null' : Array.isArray(got) ? 'an array' : typeof got;
  return new AntiphonError('chunk_invalid', `${path}: expected ${expected}, got ${came.slice(0, 80)}`, { path });
}
