import type { ChunkUsage } from '../../src/core/chunk.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { CALL_DELTA_FIELDS, DELTA_FIELDS, selectExtra, type Fields } from '../../src/core/extraFields.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';
import { usageOf } from './chunkFields.ts';
import { checkLimit } from './limits.ts';

/** The fields that are the same in every chunk of a completion. */
export interface ChunkHead {
  readonly id: unknown;
  readonly created: unknown;
  readonly model: unknown;
  readonly object: unknown;
}

/** The parts of a chunk that are used. */
export interface CheckedChunk extends ChunkHead {
  readonly choice: CheckedChoice | null;
  readonly hasUsage: boolean;
  /** Null if it is absent or malformed. */
  readonly usage: ChunkUsage | null;
  /** An error that is fatal to the turn: `chunk_invalid` with the path of a field, or `limit_exceeded`. */
  readonly fault: { readonly error: unknown } | null;
}

/**
 * Checks a chunk in a single pass and returns the parts that are used. Keeps unknown keys of the delta and its calls.
 */
export function checkChunk(chunk: unknown): CheckedChunk {
  const fields = (chunk ?? {}) as Fields;
  const { id, created, model, object, usage } = fields;
  let choice: CheckedChoice | null = null;
  let fault: CheckedChunk['fault'] = null;
  try {
    choice = checkChoices(asObject(chunk, 'chunk')['choices']);
  } catch (error) {
    fault = { error };
  }
  const hasUsage = (usage ?? null) !== null;
  return { id, created, model, object, choice, hasUsage, usage: hasUsage ? usageOf(fields) : null, fault };
}

function checkChoices(choices: unknown): CheckedChoice | null {
  if (!Array.isArray(choices)) throw createChunkError('choices', 'an array', choices);
  if (choices.length > 1) throw createChunkError('choices', 'zero or one element', `${choices.length} elements`);
  return choices.length === 0 ? null : checkChoice(asObject(choices[0], 'choices[0]'));
}

function checkChoice({ delta, finish_reason: finish }: Fields): CheckedChoice {
  const fields = asObject(delta ?? {}, 'choices[0].delta');
  const { role, content, refusal, tool_calls: calls } = fields;
  return {
    role: typeof role === 'string',
    content: checkText(content, 'choices[0].delta.content') ?? '',
    refusal: stringOf(refusal),
    finishReason: checkText(finish, 'choices[0].finish_reason'),
    toolCalls: (calls ?? null) === null ? NO_CALLS : checkToolCalls(calls),
    extra: selectExtra(fields, DELTA_FIELDS),
  };
}

const NO_CALLS: readonly CheckedToolCall[] = [];

function checkText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value;
  if (value !== null && value !== undefined) throw createChunkError(path, 'a string or null', value);
  return null;
}

function checkToolCalls(calls: unknown): readonly CheckedToolCall[] {
  if (!Array.isArray(calls)) throw createChunkError('choices[0].delta.tool_calls', 'an array or null', calls);
  checkLimit(LIMITS.calls, calls.length, 'choices[0].delta.tool_calls', 'elements in a chunk');
  return calls.map(checkToolCall);
}

function checkToolCall(call: unknown, at: number): CheckedToolCall {
  const path = `choices[0].delta.tool_calls[${at}]`;
  const fields = asObject(call, path);
  const { index, id, type, function: called } = fields;
  if (!Number.isInteger(index)) throw createChunkError(`${path}.index`, 'an integer', index);
  const { name, arguments: args } = asObject(called ?? {}, `${path}.function`);
  if (typeof args !== 'string' && args !== undefined)
    throw createChunkError(`${path}.function.arguments`, 'a string', args);
  const typed = typeof type === 'string';
  const extra = selectExtra(fields, CALL_DELTA_FIELDS);
  return { index: index as number, id: stringOf(id), typed, name: stringOf(name), arguments: args ?? '', extra };
}

function asObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createChunkError(path, 'an object', value);
  return value as Fields;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function createChunkError(path: string, expected: string, got: unknown): AntiphonError {
  const came = typeof got === 'string' ? got : got === null ? 'null' : Array.isArray(got) ? 'an array' : typeof got;
  return new AntiphonError('chunk_invalid', `${path}: expected ${expected}, got ${came.slice(0, 80)}`, { path });
}
