import type { CheckedChoice } from './checkedChoice.ts';

const HEAD = ['id', 'created', 'model', 'object'] as const;

/** The fields that are the same in every chunk of a completion. */
export type ChunkHead = Readonly<Record<(typeof HEAD)[number], unknown>>;

/** Fields of earlier chunks that may not change or not be repeated. */
export interface Seen {
  readonly head: ChunkHead;
  readonly role: boolean;
  /** Indexes of the calls with a type. */
  readonly typed: ReadonlySet<number>;
}

export function addSeen(before: Seen | null, head: ChunkHead, choice: CheckedChoice | null): Seen {
  const typed = (choice?.toolCalls ?? []).filter((call) => call.typed).map(({ index }) => index);
  return {
    head: before?.head ?? head,
    role: before?.role === true || choice?.role === true,
    typed: new Set([...(before?.typed ?? []), ...typed]),
  };
}

/** Returns the paths of fields that break a rule which real services break, too. */
export function findUnusual(
  head: ChunkHead,
  choice: CheckedChoice | null,
  usage: unknown,
  before: Seen | null,
): readonly string[] {
  const expected = before?.head ?? { ...head, object: 'chat.completion.chunk' };
  const hasEarlyUsage = (usage ?? null) !== null && choice !== null && choice.finishReason === null;
  return [
    ...HEAD.filter((key) => head[key] === undefined || head[key] !== expected[key]),
    ...(choice === null || before === null ? [] : findRepeated(choice, before)),
    ...(hasEarlyUsage ? ['usage'] : []),
  ];
}

function findRepeated(choice: CheckedChoice, before: Seen): readonly string[] {
  const repeated = choice.toolCalls.findIndex(({ index, typed }) => typed && before.typed.has(index));
  return [
    ...(choice.role && before.role ? ['choices[0].delta.role'] : []),
    ...(repeated < 0 ? [] : [`choices[0].delta.tool_calls[${repeated}].type`]),
  ];
}
