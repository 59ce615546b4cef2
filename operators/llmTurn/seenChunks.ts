import type { CheckedToolCall } from './checkedChoice.ts';
import type { CheckedChunk, ChunkHead } from './checkChunk.ts';

export interface UnusualListener {
  /** Called with the path of a field that breaks a rule which some real services break as well. */
  onUnusual(path: string): void;
}

/** Tracks the chunks of a completion, to find fields that change or repeat although they may not. */
export class SeenChunks {
  readonly #listener: UnusualListener;
  #head: ChunkHead | null = null;
  #hasRole = false;
  /** Indexes of the calls with a type. */
  #typed: Set<number> | undefined;

  constructor(listener: UnusualListener) {
    this.#listener = listener;
  }

  add(chunk: CheckedChunk): void {
    this.#addHead(chunk);
    if (chunk.choice === null) return;
    const { role, toolCalls, finishReason } = chunk.choice;
    if (role && this.#hasRole) this.#listener.onUnusual('choices[0].delta.role');
    this.#hasRole ||= role;
    if (toolCalls.length > 0) this.#addCalls(toolCalls);
    if (chunk.hasUsage && finishReason === null) this.#listener.onUnusual('usage');
  }

  #addHead({ id, created, model, object }: CheckedChunk): void {
    const head = (this.#head ??= { id, created, model, object: 'chat.completion.chunk' });
    if (id === undefined || id !== head.id) this.#listener.onUnusual('id');
    if (created === undefined || created !== head.created) this.#listener.onUnusual('created');
    if (model === undefined || model !== head.model) this.#listener.onUnusual('model');
    if (object !== head.object) this.#listener.onUnusual('object');
  }

  #addCalls(calls: readonly CheckedToolCall[]): void {
    const repeated = calls.findIndex(({ index, typed }) => typed && this.#typed?.has(index) === true);
    if (repeated >= 0) this.#listener.onUnusual(`choices[0].delta.tool_calls[${repeated}].type`);
    this.#typed ??= new Set();
    for (const { index, typed } of calls) if (typed) this.#typed.add(index);
  }
}
