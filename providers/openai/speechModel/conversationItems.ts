/** The items of a conversation: turns of the user with their words, and audio of the agent. */
export class ConversationItems {
  /** Turns whose commit the server has not confirmed, oldest first. */
  #committing: readonly number[] = [];
  readonly #turns = new Map<string, { readonly turn: number; text: string }>();
  /** The samples that were received of each item. */
  readonly #samples = new Map<string, number>();
  readonly #ended = new Set<string>();

  commit(turn: number): void {
    this.#committing = [...this.#committing, turn];
  }

  confirmCommit(item: string): void {
    const [turn, ...others] = this.#committing;
    this.#committing = others;
    if (turn !== undefined) this.#turns.set(item, { turn, text: '' });
  }

  /** Returns the words of a turn so far; null for an unknown item. */
  appendWords(item: string, delta: string): { readonly turn: number; readonly text: string } | null {
    const known = this.#turns.get(item);
    if (known === undefined) return null;
    known.text += delta;
    return { turn: known.turn, text: known.text };
  }

  /** Returns all words of a turn, which then gets no more; null for an unknown item. */
  completeWords(item: string, text: string): { readonly turn: number; readonly text: string } | null {
    const known = this.#turns.get(item);
    this.#turns.delete(item);
    return known === undefined ? null : { turn: known.turn, text };
  }

  addSamples(item: string, count: number): void {
    this.#samples.set(item, (this.#samples.get(item) ?? 0) + count);
  }

  /** Notes that all of an item was received. */
  end(item: string): void {
    this.#ended.add(item);
  }

  isEnded(item: string): boolean {
    return this.#ended.has(item);
  }

  /** Returns the samples received of an item; null for an unknown item. */
  samplesOf(item: string): number | null {
    return this.#samples.get(item) ?? null;
  }
}
