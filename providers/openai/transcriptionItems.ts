/** The text of an utterance that the server has sent so far. */
export interface PartialTranscript {
  readonly utterance: number;
  readonly text: string;
}

interface Item {
  /** The utterance that the item belongs to; null if none. */
  utterance: number | null;
  stage: 'assumed' | 'committed' | 'completed';
  text: string;
}

/**
 * The mapping from the server's items to utterances, one per connection. The server announces items in the order of our
 * commits. A model that emits deltas uses an item before it is announced, with its first words. Items are completed in
 * any order.
 */
export class TranscriptionItems {
  readonly #items = new Map<string, Item>();
  /** Commits that the server has not answered yet. */
  #commits: readonly number[] = [];
  #clears: readonly number[] = [];
  #current: number | null = null;

  begin(utterance: number): void {
    this.#current = utterance;
  }

  commit(utterance: number): void {
    this.#current = null;
    this.#commits = [...this.#commits, utterance];
  }

  /** Clears the utterance. Until the server confirms, an unannounced item may belong to it. */
  clear(utterance: number): void {
    this.#current = null;
    this.#clears = [...this.#clears, utterance];
  }

  /** Confirms the oldest clear. */
  confirmClear(): void {
    const [utterance, ...rest] = this.#clears;
    this.#clears = rest;
    if (utterance !== undefined) this.#detach(utterance);
  }

  /** Rejects the commit of `rejected`, or the oldest if it is null. Returns its utterance. */
  rejectCommit(rejected: number | null): number | null {
    const utterance = this.#commits.find((each) => rejected === null || each === rejected) ?? null;
    this.#commits = this.#commits.filter((each) => each !== utterance);
    if (utterance !== null) this.#detach(utterance);
    return utterance;
  }

  /** Assigns item `id` to the oldest commit. Returns the text that arrived before. */
  confirmCommit(id: string): PartialTranscript | null {
    const item = this.#findOrAdd(id);
    const [utterance, ...rest] = this.#commits;
    if (item.stage !== 'assumed' || utterance === undefined) return null;
    this.#commits = rest;
    item.stage = 'committed';
    if (item.utterance === utterance) return null;
    const assumed = this.#findItem(utterance);
    if (assumed !== undefined) assumed.utterance = null;
    item.utterance = utterance;
    return item.text === '' ? null : { utterance, text: item.text };
  }

  /** Appends a delta. Returns the text so far; null if the item belongs to no utterance. */
  appendDelta(id: string, delta: string): PartialTranscript | null {
    const item = this.#findOrAdd(id);
    item.text += delta;
    const { utterance, text } = item;
    return utterance === null || this.#clears.includes(utterance) ? null : { utterance, text };
  }

  /** Completes the item and returns its utterance. Later text of the item is dropped. */
  complete(id: string): number | null {
    this.confirmCommit(id);
    const item = this.#findOrAdd(id);
    const utterance = item.stage === 'committed' ? item.utterance : null;
    Object.assign(item, { utterance: null, stage: 'completed', text: '' });
    return utterance;
  }

  #findOrAdd(id: string): Item {
    const item: Item = this.#items.get(id) ?? { utterance: this.#assume(), stage: 'assumed', text: '' };
    this.#items.set(id, item);
    return item;
  }

  /** Assigns an unannounced item to the oldest utterance without one, because the server transcribes in order. */
  #assume(): number | null {
    const sent = [...this.#commits, ...this.#clears].sort((a, b) => a - b);
    const waiting = this.#current === null ? sent : [...sent, this.#current];
    return waiting.find((utterance) => this.#findItem(utterance) === undefined) ?? null;
  }

  #detach(utterance: number): void {
    const item = this.#findItem(utterance);
    if (item !== undefined) Object.assign(item, { utterance: null, text: '' });
  }

  #findItem(utterance: number): Item | undefined {
    return [...this.#items.values()].find((item) => item.utterance === utterance);
  }
}
