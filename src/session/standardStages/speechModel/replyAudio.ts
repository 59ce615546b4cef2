import type { AudioFrame } from '../../../core/audio.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { createSubject, type Source } from '../../../stream/operate.ts';

/** A frame, and the sample of the reply's audio at which it begins. */
export interface KeptFrame {
  readonly from: number;
  readonly frame: AudioFrame;
}

/** A message of the model. Its audio goes from one sample of the reply's audio to another. */
export interface ReplyItem {
  readonly id: string;
  readonly from: number;
  to: number;
  /** False if the model has generated more of it than has arrived. */
  isOver: boolean;
}

/** A text whose audio follows that of the text before it. Letters are all characters but white space. */
interface SpokenSpan {
  readonly firstLetter: number;
  readonly from: number;
  text: string;
  letters: number;
  to: number;
  isOver: boolean;
}

/** A place at which all audio of the letters before it ends. */
export interface SpokenMark {
  readonly letters: number;
  readonly samples: number;
}

/** A word between two counts of letters, and its time in the item that begins at a sample. */
export interface SpokenWord {
  readonly fromLetter: number;
  readonly toLetter: number;
  readonly itemFrom: number;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The audio that a speech model has generated for one reply, which is kept until the reply is over, and the text that
 * belongs to it: one span for each item, or the script of a reply that says a given text. Texts are compared by their
 * letters, because the session changes the white space between them.
 */
export class ReplyAudio {
  readonly turn: number;
  /** Emits when audio or text has arrived, or the reply has ended. */
  readonly changes: Source<void> = createSubject();
  readonly frames: KeptFrame[] = [];
  #heard = 0;
  /** The length of all frames. */
  samples = 0;
  readonly items: ReplyItem[] = [];
  /** The words whose times are known. */
  readonly words: SpokenWord[] = [];
  /** False while a response of the reply is running. */
  isOver = true;
  readonly #spans: SpokenSpan[] = [];
  readonly #isScripted: boolean;
  /** The item whose text comes in. */
  #spoken: string | null = null;

  constructor(turn: number, script: string | null = null) {
    this.turn = turn;
    this.#isScripted = script !== null;
    if (script !== null) this.#addSpan(script);
  }

  /** The text that the model has sent. */
  get text(): string {
    return this.#spans.map(({ text }) => text).join('');
  }

  /** Begins a response. */
  begin(): void {
    this.isOver = false;
  }

  addText(item: string, delta: string): void {
    this.#addItem(item);
    if (this.#isScripted) return;
    if (this.#spoken !== item) {
      this.#endSpan();
      this.#addSpan('');
    }
    this.#spoken = item;
    const span = this.#spans.at(-1) as SpokenSpan;
    span.text += delta;
    span.letters += countLetters(delta);
    this.changes.next();
  }

  /** Adds the times of words of the item whose text comes in. */
  addTimings(item: string, words: readonly WordTiming[]): void {
    const span = this.#spans.at(-1);
    if (span === undefined || this.#spoken !== item) return;
    const lettersTo = (offset: number): number => span.firstLetter + countLetters(span.text.slice(0, offset));
    for (const { from, to, startMs, endMs } of words)
      this.words.push({
        fromLetter: lettersTo(from),
        toLetter: lettersTo(to),
        itemFrom: this.#addItem(item).from,
        startMs,
        endMs,
      });
    this.changes.next();
  }

  addAudio(item: string, frame: AudioFrame): void {
    this.frames.push({ from: this.samples, frame });
    this.samples += frame.samples.length;
    this.#addItem(item).to = this.samples;
    const span = this.#spans.at(-1);
    if (span !== undefined) span.to = this.samples;
    this.changes.next();
  }

  endItem(item: string): void {
    this.#addItem(item).isOver = true;
    if (!this.#isScripted && this.#spoken === item) this.#endSpan();
    this.changes.next();
  }

  /** Ends a response. A further round may follow. */
  end(): void {
    this.isOver = true;
    this.#endSpan();
    this.changes.next();
  }

  /** Returns the sample at which the text behind some letters begins; null while that is not known. */
  locate(letters: number): number | null {
    if (letters === 0) return 0;
    const span = this.#spans.find(({ firstLetter, letters: count }) => letters <= firstLetter + count);
    if (span === undefined) return this.isOver ? this.samples : null;
    const inside = letters - span.firstLetter;
    if (inside === span.letters) return span.isOver ? span.to : null;
    return span.from + Math.round(((span.to - span.from) * inside) / span.letters);
  }

  /** Returns the ends of the spans that are complete and end behind some letters. */
  marksAfter(letters: number): readonly SpokenMark[] {
    return this.#spans
      .filter((span) => span.isOver && span.firstLetter + span.letters > letters)
      .map(({ firstLetter, letters: count, to }) => ({ letters: firstLetter + count, samples: to }));
  }

  /** Notes the samples that were played, counted from the beginning. */
  setHeard(samples: number): void {
    this.#heard = Math.max(this.#heard, Math.min(samples, this.samples));
  }

  /** Returns the items of which not all was played, or has arrived, with the samples of them that were. */
  cutItems(): readonly { readonly item: string; readonly samples: number }[] {
    return this.items.flatMap(({ id: item, from, to, isOver }) => {
      const samples = Math.max(0, Math.min(this.#heard, to) - from);
      return isOver && samples === to - from && samples > 0 ? [] : [{ item, samples }];
    });
  }

  #addItem(id: string): ReplyItem {
    const last = this.items.at(-1);
    if (last?.id === id) return last;
    const item = { id, from: this.samples, to: this.samples, isOver: false };
    this.items.push(item);
    return item;
  }

  #addSpan(text: string): void {
    const before = this.#spans.at(-1);
    const firstLetter = before === undefined ? 0 : before.firstLetter + before.letters;
    this.#spans.push({
      firstLetter,
      text,
      letters: countLetters(text),
      from: this.samples,
      to: this.samples,
      isOver: false,
    });
  }

  #endSpan(): void {
    const span = this.#spans.at(-1);
    if (span !== undefined) span.isOver = true;
    this.#spoken = null;
  }
}

/** Counts the characters that are not white space, in UTF-16 code units. */
export function countLetters(text: string): number {
  return lettersOf(text).length;
}

/** Removes white space. */
export function lettersOf(text: string): string {
  return text.replaceAll(/\s/gu, '');
}

/** Returns the offset in a text behind some letters; null if it has fewer. */
export function findLetterEnd(text: string, letters: number): number | null {
  let left = letters;
  for (let at = 0; left > 0; at += 1) {
    if (at >= text.length) return null;
    if (!/\s/u.test(text.charAt(at))) left -= 1;
    if (left === 0) return at + 1;
  }
  return 0;
}
