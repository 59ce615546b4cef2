import { msOfSamples } from '../../core/audio.ts';
import type { WordTiming } from '../../core/turn.ts';
import { findLastWordEnd } from '../../core/wordEnds.ts';

/** Length of a character before any text was marked, in ms. */
const FIRST_MS_PER_CHAR = 60;

/** The part of an utterance's text whose audio has been emitted. */
export class SpokenText {
  readonly #sampleRate: number;
  #samples = 0;
  /** The text up to here is spoken, with the audio up to `#markSamples`. */
  #markChars = 0;
  #markSamples = 0;
  /** Marked text and its audio, from the current provider. */
  #paceChars = 0;
  #paceMs = 0;
  /** The end, in the text, of the last word whose audio was emitted; null: the current provider times no words. */
  #wordEnd: number | null = null;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** The length of the audio so far, in ms. */
  get audioMs(): number {
    return msOfSamples(this.#samples, this.#sampleRate);
  }

  get markedChars(): number {
    return this.#markChars;
  }

  /** Begins with another provider, after the marked text. `timesWords` is true if it is known to time words. */
  begin({ timesWords }: { readonly timesWords: boolean }): void {
    this.#wordEnd = timesWords ? this.#markChars : null;
    this.#markSamples = this.#samples;
    this.#paceChars = 0;
    this.#paceMs = 0;
  }

  addAudio(samples: number): void {
    this.#samples += samples;
  }

  /** Notes that the provider times words, of which none has been emitted yet. */
  expectWords(): void {
    this.#wordEnd ??= this.#markChars;
  }

  addWords(words: readonly WordTiming[]): void {
    for (const { to } of words) this.#wordEnd = Math.max(this.#wordEnd ?? 0, to);
  }

  /** Marks the first `chars` of the text. Returns false if they were marked already. */
  mark(chars: number): boolean {
    if (chars <= this.#markChars) return false;
    this.#paceChars += chars - this.#markChars;
    this.#paceMs += msOfSamples(this.#samples - this.#markSamples, this.#sampleRate);
    this.#markChars = chars;
    this.#markSamples = this.#samples;
    return true;
  }

  /**
   * Finds where another provider continues: after the last word that was spoken whole. Without timings, estimates it
   * from the length of the audio. The last word of the text counts as spoken only if it is marked.
   */
  findCut(text: string): number {
    if (this.#samples === this.#markSamples) return this.#markChars;
    if (this.#wordEnd !== null) return Math.max(this.#markChars, findLastWordEnd(text, this.#wordEnd).last?.cutAt ?? 0);
    const ms = msOfSamples(this.#samples - this.#markSamples, this.#sampleRate);
    const msPerChar = this.#paceChars === 0 || this.#paceMs === 0 ? FIRST_MS_PER_CHAR : this.#paceMs / this.#paceChars;
    const { last, isFinal } = findLastWordEnd(text, this.#markChars + Math.floor(ms / msPerChar));
    const spoken = isFinal && last !== undefined ? findLastWordEnd(text, last.to - 1).last : last;
    return Math.max(this.#markChars, spoken?.cutAt ?? 0);
  }
}
