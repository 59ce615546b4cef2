/**
 * Takes hidden parts out of a text that comes in pieces: what stands between the tags of one of these names, such as `<think>` and
 * `</think>`, also if the second one never comes, and the tags themselves. The beginning of a tag is held until it is known to be none.
 */
export class HiddenText {
  readonly #opening: RegExp | null;
  readonly #longest: number;
  /** The tag that is open. */
  #hides: string | null = null;
  /** What may be the beginning of a tag. */
  #held = '';

  /** @param tags names of tags, of letters, digits, `-` and `_` */
  constructor(tags: readonly string[]) {
    this.#opening = tags.length === 0 ? null : new RegExp(`<(/?)(${tags.join('|')})>`, 'iu');
    this.#longest = tags.reduce((longest, tag) => Math.max(longest, tag.length), 0) + 3;
  }

  /** Adds a piece, and returns what is to be said of it. */
  add(piece: string): string {
    if (this.#opening === null || (this.#hides === null && this.#held === '' && !piece.includes('<'))) return piece;
    let rest = this.#held + piece;
    let shown = '';
    this.#held = '';
    for (let tag = this.#find(rest); tag !== null; tag = this.#find(rest)) {
      if (this.#hides === null) shown += rest.slice(0, tag.index);
      rest = rest.slice(tag.index + tag[0].length);
      this.#hides = tag[1] === '' ? (tag[2] ?? '').toLowerCase() : null;
    }
    const from = this.#beginningOfTag(rest);
    this.#held = rest.slice(from);
    return this.#hides === null ? shown + rest.slice(0, from) : shown;
  }

  /** Returns what was held, behind the last piece. */
  end(): string {
    const held = this.#hides === null ? this.#held : '';
    this.#held = '';
    return held;
  }

  /** Finds the next tag. Within hidden text only its own end counts. */
  #find(text: string): RegExpExecArray | null {
    if (this.#hides === null) return this.#opening?.exec(text) ?? null;
    return new RegExp(`<(/)(${this.#hides})>`, 'iu').exec(text);
  }

  /** Returns where a tag may begin whose end has not come. */
  #beginningOfTag(text: string): number {
    const at = text.lastIndexOf('<');
    return at < 0 || text.length - at >= this.#longest || !/^<\/?[\w-]*$/u.test(text.slice(at)) ? text.length : at;
  }
}
