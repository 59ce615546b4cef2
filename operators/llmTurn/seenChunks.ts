import type { CheckedToolCall } from './checkedChoice.ts';
import type { CheckedChunk, ChunkHead } from './checkChunk.ts';

/** The chunks of a completion so far: what may not change or not be repeated. */
export class SeenChunks {
  /** Gets the paths of fields that break a rule which real services break, too. */
  readonly #unusual: (path: string) => void;
  #head: ChunkHead | null = null;
  #hasRole = false;
  /** Indexes of the calls with a type. */
  #typed: Set<number> | undefined;

  constructor(unusual: (path: string) => void) {
    this.#unusual = unusual;
  }

  add(chunk: CheckedChunk): void {
    this.#addHead(chunk);
    if (chunk.choice === null) return;
    const { role, toolCalls, finishReason } = chunk.choice;
    if (role && this.#hasRole) this.#unusual('choices[0].delta.role');
    this.#hasRole ||= role;
    if (toolCalls.length > 0) this.#addCalls(toolCalls);
    if (chunk.hasUsage && finishReason === null) this.#unusual('usage');
  }

  #addHead({ id, created, model, object }: CheckedChunk): void {
    const head = (this.#head ??= { id, created, model, object: 'chat.completion.chunk' });
    if (id === undefined || id !== head.id) this.#unusual('id');
    if (created === undefined || created !== head.created) this.#unusual('created');
    if (model === undefined || model !== head.model) this.#unusual('model');
    if (object !== head.object) this.#unusual('object');
  }

  #addCalls(calls: readonly CheckedToolCall[]): void {
    const repeated = calls.findIndex(({ index, typed }) => typed && this.#typed?.has(index) === true);
    if (repeated >= 0) this.#unusual(`choices[0].delta.tool_calls[${repeated}].type`);
    this.#typed ??= new Set();
    for (const { index, typed } of calls) if (typed) this.#typed.add(index);
  }
}
