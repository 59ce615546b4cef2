/** A span of generated text and its spoken form: the text itself, something else, or nothing. */
export interface SpokenSpan {
  readonly text: string;
  readonly spoken: string;
}

/** Returns the text that was sent to TTS. */
export function textSent({
  text,
  spoken,
}: {
  readonly text: string;
  readonly spoken?: readonly SpokenSpan[] | undefined;
}): string {
  return spoken === undefined ? text : spoken.map((span) => span.spoken).join('');
}

/**
 * Maps offsets in a generated text to offsets in its spoken form, and back. A span that is spoken differently from how
 * it is written is indivisible: offsets inside it map to its beginning.
 */
export class SpokenMap {
  readonly #textEnds: number[] = [];
  readonly #spokenEnds: number[] = [];
  /** Whether each span is spoken as written. */
  readonly #plain: boolean[] = [];

  get textLength(): number {
    return this.#textEnds.at(-1) ?? 0;
  }

  get spokenLength(): number {
    return this.#spokenEnds.at(-1) ?? 0;
  }

  /** Adds the next span. */
  add({ text, spoken }: SpokenSpan): void {
    if (text === '' && spoken === '') return;
    const isPlain = text === spoken;
    const [textEnd, spokenEnd] = [this.textLength + text.length, this.spokenLength + spoken.length];
    const at = isPlain && this.#plain.at(-1) === true ? this.#plain.length - 1 : this.#plain.length;
    this.#textEnds[at] = textEnd;
    this.#spokenEnds[at] = spokenEnd;
    this.#plain[at] = isPlain;
  }

  /** Returns the text offset that the first `spoken` spoken characters reach, excluding silent text there. */
  toText(spoken: number): number {
    return this.#map(findStretch(this.#spokenEnds, spoken), spoken, this.#spokenEnds, this.#textEnds);
  }

  /** Returns the text offset that the first `spoken` spoken characters reach, including silent text there. */
  toTextBehindSilence(spoken: number): number {
    return this.#map(findStretch(this.#spokenEnds, spoken + 0.5), spoken, this.#spokenEnds, this.#textEnds);
  }

  /** Returns the number of spoken characters for the first `text` characters. */
  toSpoken(text: number): number {
    return this.#map(findStretch(this.#textEnds, text + 0.5), text, this.#textEnds, this.#spokenEnds);
  }

  /**
   * Returns the start of the span around `spoken` if the span is spoken differently from how it is written; otherwise
   * `spoken`.
   */
  floor(spoken: number): number {
    if (this.findChangedEnd(spoken) === undefined) return spoken;
    return startOf(this.#spokenEnds, findStretch(this.#spokenEnds, spoken));
  }

  /** Returns the end of the span around `spoken` if the span is spoken differently from how it is written. */
  findChangedEnd(spoken: number): number | undefined {
    const at = findStretch(this.#spokenEnds, spoken + 0.5);
    const isInside = spoken > startOf(this.#spokenEnds, at) && this.#plain[at] === false;
    return isInside ? this.#spokenEnds[at] : undefined;
  }

  #map(at: number, offset: number, from: readonly number[], to: readonly number[]): number {
    const start = startOf(to, at);
    const inside = offset - startOf(from, at);
    const end = from[at];
    if (end === undefined || inside <= 0) return start;
    if (offset >= end) return to[at] ?? start;
    return this.#plain[at] === true ? start + inside : start;
  }
}

function startOf(ends: readonly number[], at: number): number {
  return at === 0 ? 0 : (ends[at - 1] ?? 0);
}

/** Finds the first span that ends at or after an offset. */
function findStretch(ends: readonly number[], offset: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
