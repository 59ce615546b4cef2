import { AntiphonError } from '../../src/core/errors.ts';

export interface CheckedToolCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface CheckedChoice {
  readonly content: string;
  readonly finishReason: string | null;
  readonly toolCalls: readonly CheckedToolCall[];
}

export interface CheckedChunk {
  readonly head: Readonly<Record<'id' | 'created' | 'model' | 'object', unknown>>;
  readonly choice: CheckedChoice | null;
  /** Paths of what breaks a rule and is forgiven. */
  readonly unusual: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one chunk (spec 2.8). Throws `chunk_invalid` with the path of what is fatal to the turn; what real services do all
 * the same is only listed. Unknown keys are ignored.
 */
export function checkChunk(chunk: unknown, first: CheckedChunk | null): CheckedChunk {
  const fields = asObject(chunk, 'chunk');
  const { id, created, model, object, choices } = fields;
  if (!Array.isArray(choices)) throw invalid('choices', 'an array', choices);
  if (choices.length > 1) throw invalid('choices', 'zero or one element', `${choices.length} elements`);
  const head = { id, created, model, object };
  return {
    head,
    choice: choices.length === 0 ? null : checkChoice(asObject(choices[0], 'choices[0]')),
    unusual: [...unusualHead(head, first), ...unusualChoice(choices[0] as Fields | undefined, fields, first)],
  };
}

function checkChoice({ delta, finish_reason: finish }: Fields): CheckedChoice {
  const { content, tool_calls: calls } = asObject(delta ?? {}, 'choices[0].delta');
  if (!isStringOrNothing(content)) throw invalid('choices[0].delta.content', 'a string or null', content);
  if (!isStringOrNothing(finish)) throw invalid('choices[0].finish_reason', 'a string or null', finish);
  if (!Array.isArray(calls ?? [])) throw invalid('choices[0].delta.tool_calls', 'an array or null', calls);
  const toolCalls = ((calls ?? []) as readonly unknown[]).map(checkToolCall);
  return { content: content ?? '', finishReason: finish ?? null, toolCalls };
}

function checkToolCall(call: unknown, at: number): CheckedToolCall {
  const path = `choices[0].delta.tool_calls[${at}]`;
  const { index, id, function: called } = asObject(call, path);
  if (!Number.isInteger(index)) throw invalid(`${path}.index`, 'an integer', index);
  const { name, arguments: args } = asObject(called ?? {}, `${path}.function`);
  if (!isStringOrNothing(args)) throw invalid(`${path}.function.arguments`, 'a string', args);
  return { index: index as number, id: stringOf(id), name: stringOf(name), arguments: args ?? '' };
}

function unusualHead(head: CheckedChunk['head'], first: CheckedChunk | null): readonly string[] {
  const expected = first?.head ?? { ...head, object: 'chat.completion.chunk' };
  const keys = ['id', 'created', 'model', 'object'] as const;
  return keys.filter((key) => head[key] === undefined || head[key] !== expected[key]);
}

function unusualChoice(choice: Fields | undefined, chunk: Fields, first: CheckedChunk | null): readonly string[] {
  const delta = (choice?.['delta'] ?? {}) as Fields;
  const repeatsRole = first !== null && typeof delta['role'] === 'string';
  const earlyUsage =
    (chunk['usage'] ?? null) !== null && choice !== undefined && (choice['finish_reason'] ?? null) === null;
  return [...(repeatsRole ? ['choices[0].delta.role'] : []), ...(earlyUsage ? ['usage'] : [])];
}

function asObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, 'an object', value);
  return value as Fields;
}

function isStringOrNothing(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === null || value === undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function invalid(path: string, expected: string, got: unknown): AntiphonError {
  const came = typeof got === 'string' ? got : got === null ? 'null' : Array.isArray(got) ? 'an array' : typeof got;
  return new AntiphonError('chunk_invalid', `${path}: expected ${expected}, got ${came.slice(0, 80)}`, { path });
}
