/** A text addressed by offsets in UTF-16 code units: a string or a `HeldText`. */
export interface ReadableText {
  readonly length: number;
  slice(from: number, to?: number): string;
}

/** Number of code units at the end that are kept separately. */
const END = 1000;

/**
 * A text that grows at its end. Offsets count from its beginning, even after that has been released. A read copies the
 * text added since the last read; reads of the end copy nothing else.
 */
export class HeldText implements ReadableText {
  #released = 0;
  #held = '';
  #end = '';

  get length(): number {
    return this.#endFrom + this.#end.length;
  }

  append(piece: string): void {
    if (this.#end.length > END) this.#join();
    this.#end += piece;
  }

  /** Returns the text from offset `from` to offset `to`, without released text. */
  slice(from: number, to: number = this.length): string {
    if (from >= this.#endFrom) return cut(this.#end, from, to, this.#endFrom);
    this.#join();
    return cut(this.#held, from, to, this.#released);
  }

  /** Releases the text before offset `to`. */
  release(to: number): void {
    if (to <= this.#released) return;
    this.#held = this.slice(to);
    this.#end = '';
    this.#released = to;
  }

  get #endFrom(): number {
    return this.#released + this.#held.length;
  }

  #join(): void {
    this.#held += this.#end;
    this.#end = '';
  }
}

function cut(text: string, from: number, to: number, begin: number): string {
  return text.slice(Math.max(0, from - begin), Math.max(0, to - begin));
}
