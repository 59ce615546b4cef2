import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { checkLimit } from './limits.ts';

export interface CheckedToolCall {
  readonly index: number;
  readonly id: string;
  readonly typed: boolean;
  readonly name: string;
  readonly arguments: string;
}

export interface CheckedChoice {
  readonly role: boolean;
  readonly content: string;
  readonly refusal: string;
  readonly finishReason: string | null;
  readonly toolCalls: readonly CheckedToolCall[];
}

/** What the chunks so far have said that may be said only once, or must not change. */
export interface Seen {
  readonly head: Head;
  readonly role: boolean;
  /** Indexes of the calls whose type was given. */
  readonly typed: ReadonlySet<number>;
}

export interface CheckedChunk {
  readonly choice: CheckedChoice | null;
  /** Paths of what breaks a rule and is forgiven. */
  readonly unusual: readonly string[];
  readonly seen: Seen;
}

type Head = Readonly<Record<(typeof HEAD)[number], unknown>>;

const HEAD = ['id', 'created', 'model', 'object'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one chunk after those `before` it. Throws `chunk_invalid` with the path of what is fatal to the turn;
 * what real services do all the same is only listed. Unknown keys are ignored.
 */
export function checkChunk(chunk: unknown, before: Seen | null): CheckedChunk {
  const fields = asObject(chunk, 'chunk');
  const { id, created, model, object, choices, usage } = fields;
  if (!Array.isArray(choices)) throw invalid('choices', 'an array', choices);
  if (choices.length > 1) throw invalid('choices', 'zero or one element', `${choices.length} elements`);
  const head: Head = { id, created, model, object };
  const choice = choices.length === 0 ? null : checkChoice(asObject(choices[0], 'choices[0]'));
  const unusual = [...unusualHead(head, before), ...unusualChoice(choice, before), ...unusualUsage(usage, choice)];
  return { choice, unusual, seen: seenAfter(before, head, choice) };
}

function seenAfter(before: Seen | null, head: Head, choice: CheckedChoice | null): Seen {
  return {
    head: before?.head ?? head,
    role: before?.role === true || choice?.role === true,
    typed: new Set([...(before?.typed ?? []), ...typedBy(choice)]),
  };
}

function checkChoice({ delta, finish_reason: finish }: Fields): CheckedChoice {
  const { role, content, refusal, tool_calls: calls } = asObject(delta ?? {}, 'choices[0].delta');
  if (!isStringOrNothing(content)) throw invalid('choices[0].delta.content', 'a string or null', content);
  if (!isStringOrNothing(finish)) throw invalid('choices[0].finish_reason', 'a string or null', finish);
  if (!Array.isArray(calls ?? [])) throw invalid('choices[0].delta.tool_calls', 'an array or null', calls);
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
  if (!Number.isInteger(index)) throw invalid(`${path}.index`, 'an integer', index);
  const { name, arguments: args } = asObject(called ?? {}, `${path}.function`);
  if (typeof args !== 'string' && args !== undefined) throw invalid(`${path}.function.arguments`, 'a string', args);
  const typed = typeof type === 'string';
  return { index: index as number, id: stringOf(id), typed, name: stringOf(name), arguments: args ?? '' };
}

function unusualHead(head: Head, before: Seen | null): readonly string[] {
  const expected = before?.head ?? { ...head, object: 'chat.completion.chunk' };
  return HEAD.filter((key) => head[key] === undefined || head[key] !== expected[key]);
}

function unusualChoice(choice: CheckedChoice | null, before: Seen | null): readonly string[] {
  if (choice === null || before === null) return [];
  const repeated = choice.toolCalls.findIndex(({ index, typed }) => typed && before.typed.has(index));
  return [
    ...(choice.role && before.role ? ['choices[0].delta.role'] : []),
    ...(repeated < 0 ? [] : [`choices[0].delta.tool_calls[${repeated}].type`]),
  ];
}

function unusualUsage(usage: unknown, choice: CheckedChoice | null): readonly string[] {
  return (usage ?? null) !== null && choice !== null && choice.finishReason === null ? ['usage'] : [];
}

function typedBy(choice: CheckedChoice | null): readonly number[] {
  return (choice?.toolCalls ?? []).filter(({ typed }) => typed).map(({ index }) => index);
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
