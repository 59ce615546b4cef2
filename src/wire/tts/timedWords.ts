import type { WordTiming } from '../../core/turn.ts';

/** Minimum duration of a word, in ms. */
const MIN_WORD_MS = 1;

/**
 * Holds timed words back until their audio has arrived, and orders their times: no word begins before the previous one
 * ends.
 */
export class TimedWords {
  readonly #held: WordTiming[] = [];
  /** Number of words at the start of `#held` that have been taken. */
  #taken = 0;
  #endMs = 0;
  #last: WordTiming | null = null;

  /** The word that was added last. */
  get last(): WordTiming | null {
    return this.#last;
  }

  /** Adds words in the order of the text. */
  add(words: readonly WordTiming[]): void {
    const ordered = words.map((word): WordTiming => {
      const startMs = Math.max(word.startMs, this.#endMs);
      this.#endMs = Math.max(word.endMs, startMs + MIN_WORD_MS);
      return { ...word, startMs, endMs: this.#endMs };
    });
    for (const word of ordered) this.#held.push(word);
    this.#last = ordered.at(-1) ?? this.#last;
  }

  /** Takes the words whose audio lies within the first `audioMs`. */
  takeDue(audioMs: number): readonly WordTiming[] {
    let to = this.#taken;
    while ((this.#held[to]?.endMs ?? Infinity) <= audioMs) to += 1;
    return this.#take(to);
  }

  /**
   * Takes all words, because all their audio lies within the first `audioMs`. Words timed beyond it share the remaining
   * time.
   */
  takeAll(audioMs: number): readonly WordTiming[] {
    const held = this.#take(this.#held.length);
    this.#endMs = Math.min(this.#endMs, audioMs);
    const beyond = held.findIndex(({ endMs }) => endMs > audioMs);
    if (beyond === -1) return held;
    return [...held.slice(0, beyond), ...squeezeInto(held.slice(beyond), audioMs)];
  }

  #take(to: number): readonly WordTiming[] {
    if (to === this.#taken) return [];
    const taken = this.#held.slice(this.#taken, to);
    this.#taken = to;
    if (to === this.#held.length) {
      this.#held.length = 0;
      this.#taken = 0;
    }
    return taken;
  }
}

/** Shortens words proportionally so that the last ends at `toMs`. Drops them if they begin after it. */
function squeezeInto(words: readonly WordTiming[], toMs: number): readonly WordTiming[] {
  const [fromMs, endMs] = [words[0]?.startMs ?? toMs, words.at(-1)?.endMs ?? toMs];
  if (fromMs >= toMs) return [];
  const at = (ms: number): number => fromMs + ((ms - fromMs) * (toMs - fromMs)) / (endMs - fromMs);
  return words.map((word) => ({ ...word, startMs: at(word.startMs), endMs: at(word.endMs) }));
}
