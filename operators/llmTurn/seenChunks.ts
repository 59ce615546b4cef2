import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';

const HEAD = ['id', 'created', 'model', 'object'] as const;

/** The fields that are the same in every chunk of a completion. */
export type ChunkHead = Readonly<Record<(typeof HEAD)[number], unknown>>;

/** The chunks of a completion so far: what may not change or not be repeated. */
export class SeenChunks {
  #head: ChunkHead | null = null;
  #hasRole = false;
  /** Indexes of the calls with a type. */
  #typed: Set<number> | undefined;

  /** Adds a chunk. Returns the paths of its fields that break a rule which real services break, too. */
  add(head: ChunkHead, choice: CheckedChoice | null, usage: unknown): readonly string[] {
    const unusual: string[] = [];
    const expected = this.#head ?? { ...head, object: 'chat.completion.chunk' };
    for (const key of HEAD) if (head[key] === undefined || head[key] !== expected[key]) unusual.push(key);
    this.#head ??= head;
    if (choice !== null) this.#addChoice(choice, usage, unusual);
    return unusual;
  }

  #addChoice({ role, toolCalls, finishReason }: CheckedChoice, usage: unknown, unusual: string[]): void {
    if (role && this.#hasRole) unusual.push('choices[0].delta.role');
    this.#hasRole ||= role;
    if (toolCalls.length > 0) this.#addCalls(toolCalls, unusual);
    if (finishReason === null && (usage ?? null) !== null) unusual.push('usage');
  }

  #addCalls(calls: readonly CheckedToolCall[], unusual: string[]): void {
    const repeated = calls.findIndex(({ index, typed }) => typed && this.#typed?.has(index) === true);
    if (repeated >= 0) unusual.push(`choices[0].delta.tool_calls[${repeated}].type`);
    this.#typed ??= new Set();
    for (const { index, typed } of calls) if (typed) this.#typed.add(index);
  }
}
