/** What the server has written of an utterance so far. */
export interface Draft {
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
export class Items {
  readonly #known = new Map<string, Item>();
  /** What the server has not answered yet. */
  #commits: readonly number[] = [];
  #clears: readonly number[] = [];
  #telling: number | null = null;

  begin(utterance: number): void {
    this.#telling = utterance;
  }

  commit(utterance: number): void {
    this.#telling = null;
    this.#commits = [...this.#commits, utterance];
  }

  /** The utterance was taken back. Until the server has taken that, what it writes unannounced may be of it. */
  clear(utterance: number): void {
    this.#telling = null;
    this.#clears = [...this.#clears, utterance];
  }

  /** The server has taken the oldest clear. */
  cleared(): void {
    const [utterance, ...rest] = this.#clears;
    this.#clears = rest;
    if (utterance !== undefined) this.#disown(utterance);
  }

  /** The server has refused a commit; null means the oldest. Says which it was. */
  refuse(asked: number | null): number | null {
    const utterance = this.#commits.find((one) => asked === null || one === asked) ?? null;
    this.#commits = this.#commits.filter((one) => one !== utterance);
    if (utterance !== null) this.#disown(utterance);
    return utterance;
  }

  /** The server has taken the oldest commit as item `id`. Brings what was written before that was known. */
  bind(id: string): Draft | null {
    const item = this.#item(id);
    const [utterance, ...rest] = this.#commits;
    if (item.stage !== 'guessed' || utterance === undefined) return null;
    this.#commits = rest;
    item.stage = 'bound';
    if (item.utterance === utterance) return null;
    const mistaken = this.#itemOf(utterance);
    if (mistaken !== undefined) mistaken.utterance = null;
    item.utterance = utterance;
    return item.text === '' ? null : { utterance, text: item.text };
  }

  /** More was written. Null where it is nobody's. */
  write(id: string, delta: string): Draft | null {
    const item = this.#item(id);
    item.text += delta;
    const { utterance, text } = item;
    return utterance === null || this.#clears.includes(utterance) ? null : { utterance, text };
  }

  /** Nothing more comes for the item, and what comes all the same is nobody's. Says whose it was. */
  settle(id: string): number | null {
    this.bind(id);
    const item = this.#item(id);
    const utterance = item.stage === 'bound' ? item.utterance : null;
    Object.assign(item, { utterance: null, stage: 'settled', text: '' });
    return utterance;
  }

  #item(id: string): Item {
    const item: Item = this.#known.get(id) ?? { utterance: this.#guess(), stage: 'guessed', text: '' };
    this.#known.set(id, item);
    return item;
  }

  /** An item that shows up unannounced is the oldest utterance without one: the server writes in order. */
  #guess(): number | null {
    const told = [...this.#commits, ...this.#clears].sort((a, b) => a - b);
    const waiting = this.#telling === null ? told : [...told, this.#telling];
    return waiting.find((utterance) => this.#itemOf(utterance) === undefined) ?? null;
  }

  #disown(utterance: number): void {
    const item = this.#itemOf(utterance);
    if (item !== undefined) Object.assign(item, { utterance: null, text: '' });
  }

  #itemOf(utterance: number): Item | undefined {
    return [...this.#known.values()].find((item) => item.utterance === utterance);
  }
}
