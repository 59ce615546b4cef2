/** What the server has written of an utterance so far. */
export interface PartialTranscript {
  readonly utterance: number;
  readonly text: string;
}

interface Item {
  /** Null: nobody's. */
  utterance: number | null;
  stage: 'guessed' | 'bound' | 'settled';
  text: string;
}

/**
 * Which of our utterances each of the server's items is. The server names the items in the order of our commits, when it
 * has taken them. But a model that writes along names an item before, with its first words; and items are completed in
 * any order. One per connection: it remembers every item of it.
 */
export class TranscriptionItems {
  readonly #items = new Map<string, Item>();
  /** What the server has not answered yet. */
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

  /** The utterance was taken back. Until the server has taken that, what it writes unannounced may be of it. */
  clear(utterance: number): void {
    this.#current = null;
    this.#clears = [...this.#clears, utterance];
  }

  /** The server has taken the oldest clear. */
  confirmClear(): void {
    const [utterance, ...rest] = this.#clears;
    this.#clears = rest;
    if (utterance !== undefined) this.#detach(utterance);
  }

  /** The server has refused a commit; null means the oldest. Says which it was. */
  rejectCommit(asked: number | null): number | null {
    const utterance = this.#commits.find((one) => asked === null || one === asked) ?? null;
    this.#commits = this.#commits.filter((one) => one !== utterance);
    if (utterance !== null) this.#detach(utterance);
    return utterance;
  }

  /** The server has taken the oldest commit as item `id`. Brings what was written before that was known. */
  confirmCommit(id: string): PartialTranscript | null {
    const item = this.#findOrAdd(id);
    const [utterance, ...rest] = this.#commits;
    if (item.stage !== 'guessed' || utterance === undefined) return null;
    this.#commits = rest;
    item.stage = 'bound';
    if (item.utterance === utterance) return null;
    const mistaken = this.#findItem(utterance);
    if (mistaken !== undefined) mistaken.utterance = null;
    item.utterance = utterance;
    return item.text === '' ? null : { utterance, text: item.text };
  }

  /** More was written. Null where it is nobody's. */
  appendDelta(id: string, delta: string): PartialTranscript | null {
    const item = this.#findOrAdd(id);
    item.text += delta;
    const { utterance, text } = item;
    return utterance === null || this.#clears.includes(utterance) ? null : { utterance, text };
  }

  /** Nothing more comes for the item, and what comes all the same is nobody's. Says whose it was. */
  complete(id: string): number | null {
    this.confirmCommit(id);
    const item = this.#findOrAdd(id);
    const utterance = item.stage === 'bound' ? item.utterance : null;
    Object.assign(item, { utterance: null, stage: 'settled', text: '' });
    return utterance;
  }

  #findOrAdd(id: string): Item {
    const item: Item = this.#items.get(id) ?? { utterance: this.#assume(), stage: 'guessed', text: '' };
    this.#items.set(id, item);
    return item;
  }

  /** An item that shows up unannounced is the oldest utterance without one: the server writes in order. */
  #assume(): number | null {
    const told = [...this.#commits, ...this.#clears].sort((a, b) => a - b);
    const waiting = this.#current === null ? told : [...told, this.#current];
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
