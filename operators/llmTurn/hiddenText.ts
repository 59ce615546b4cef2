import { escapePattern } from '../../src/core/escapePattern.ts';

/**
 * Removes hidden tags and their content from streamed text, such as `<think>…</think>`. A tag that is never closed
 * hides the rest. Holds back a possible start of a tag until the next piece shows whether it is one.
 */
export class HiddenText {
  readonly #tags: readonly string[];
  /** Matches every tag. Created for the first `<`, because the user waits for the first text. */
  #pattern: RegExp | undefined;
  /** Name of the open tag. */
  #hides: string | null = null;
  /** A possible start of a tag. */
  #held = '';

  /** @param tags names of tags, of letters, digits, `-` and `_` */
  constructor(tags: readonly string[]) {
    this.#tags = tags;
  }

  /** Adds a piece and returns its visible text. */
  add(piece: string): string {
    if (this.#tags.length === 0 || (this.#hides === null && this.#held === '' && !piece.includes('<'))) return piece;
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

  /** Returns the text that was held back. Call it after the last piece. */
  end(): string {
    const held = this.#hides === null ? this.#held : '';
    this.#held = '';
    return held;
  }

  /** Finds the next tag; within hidden text, only its closing tag. */
  #find(text: string): RegExpExecArray | null {
    this.#pattern ??= new RegExp(`<(/?)(${this.#tags.map(escapePattern).join('|')})>`, 'iu');
    if (this.#hides === null) return this.#pattern.exec(text);
    return new RegExp(`<(/)(${escapePattern(this.#hides)})>`, 'iu').exec(text);
  }

  /** Returns the offset of an incomplete tag at the end, or the length of the text. */
  #beginningOfTag(text: string): number {
    const at = text.lastIndexOf('<');
    const longest = Math.max(...this.#tags.map((tag) => tag.length)) + 3;
    return at < 0 || text.length - at >= longest || !/^<\/?[\w-]*$/u.test(text.slice(at)) ? text.length : at;
  }
}
