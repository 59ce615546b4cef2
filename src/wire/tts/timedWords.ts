import type { WordTiming } from '../../core/turn.ts';

/** The shortest duration of a word, in ms. */
const MIN_WORD_MS = 1;

/** Holds timed words back until their audio has come, and puts their times in order: none begins before the last is over. */
export class TimedWords {
  #held: readonly WordTiming[] = [];
  #endMs = 0;
  #last: WordTiming | null = null;

  /** The last word that was added. */
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
    this.#held = [...this.#held, ...ordered];
    this.#last = ordered.at(-1) ?? this.#last;
  }

  /** Takes the words whose audio is in the first `audioMs`. */
  takeDue(audioMs: number): readonly WordTiming[] {
    const due = this.#held.filter(({ endMs }) => endMs <= audioMs);
    this.#held = this.#held.slice(due.length);
    return due;
  }

  /** Takes all words when all their audio is in the first `audioMs`: words timed beyond it share what is left of it. */
  takeAll(audioMs: number): readonly WordTiming[] {
    const held = this.#held;
    this.#held = [];
    this.#endMs = Math.min(this.#endMs, audioMs);
    const beyond = held.findIndex(({ endMs }) => endMs > audioMs);
    if (beyond === -1) return held;
    return [...held.slice(0, beyond), ...squeezeInto(held.slice(beyond), audioMs)];
  }
}

/** Shortens words in proportion, so that the last ends at `toMs`; drops them if they begin behind it. */
function squeezeInto(words: readonly WordTiming[], toMs: number): readonly WordTiming[] {
  const [fromMs, endMs] = [words[0]?.startMs ?? toMs, words.at(-1)?.endMs ?? toMs];
  if (fromMs >= toMs) return [];
  const at = (ms: number): number => fromMs + ((ms - fromMs) * (toMs - fromMs)) / (endMs - fromMs);
  return words.map((word) => ({ ...word, startMs: at(word.startMs), endMs: at(word.endMs) }));
}
