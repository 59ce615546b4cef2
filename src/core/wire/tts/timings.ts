import type { WordTiming } from '../../turn.ts';

/** The least a word lasts, in ms. */
const LEAST_MS = 1;

/** Holds timed words back until their audio has come, and puts their times in order: none begins before the last is over. */
export class Timings {
  #held: readonly WordTiming[] = [];
  #endMs = 0;
  #last: WordTiming | null = null;

  /** The last word that was added. */
  get last(): WordTiming | null {
    return this.#last;
  }

  /** In the order of the text. */
  add(words: readonly WordTiming[]): void {
    const ordered = words.map((word): WordTiming => {
      const startMs = Math.max(word.startMs, this.#endMs);
      this.#endMs = Math.max(word.endMs, startMs + LEAST_MS);
      return { ...word, startMs, endMs: this.#endMs };
    });
    this.#held = [...this.#held, ...ordered];
    this.#last = ordered.at(-1) ?? this.#last;
  }

  /** The words whose audio is in the first `audioMs`. */
  due(audioMs: number): readonly WordTiming[] {
    const due = this.#held.filter(({ endMs }) => endMs <= audioMs);
    this.#held = this.#held.slice(due.length);
    return due;
  }

  /** All words, for all their audio is in the first `audioMs`: one that sticks out is cut, what is beyond goes to it. */
  all(audioMs: number): readonly WordTiming[] {
    const inside = this.#held.filter(({ startMs }) => startMs < audioMs);
    const [last, to] = [inside.at(-1), this.#held.at(-1)?.to];
    this.#held = [];
    this.#endMs = Math.min(this.#endMs, audioMs);
    if (last === undefined || to === undefined) return [];
    return [...inside.slice(0, -1), { ...last, to, endMs: Math.min(last.endMs, audioMs) }];
  }
}
