import { isHighSurrogate } from '../../src/core/splitText.ts';
import { endsSentence } from './boundaries.ts';
import { mayEnd } from './plainEnd.ts';
import type { TextCutter } from './textCutter.ts';

/** Gets the pieces of a text. */
export interface PieceReceiver {
  addPiece(piece: string): void;
}

/**
 * The text of a reply of which no piece was made yet. Between two calls it has at most `maxChars`. A piece is removed before the receiver gets
 * it, who may add to the text.
 */
export class PendingText {
  readonly #cutter: TextCutter;
  readonly #receiver: PieceReceiver;
  #text = '';
  /** Whether the text has a character that can end a sentence. */
  #mayEnd = false;
  #isFirst = true;
  /** The first half of a character whose second half may follow. */
  #half = '';

  constructor(cutter: TextCutter, receiver: PieceReceiver) {
    this.#cutter = cutter;
    this.#receiver = receiver;
  }

  /** Adds a delta, and sends the pieces that have ended. */
  add(delta: string): void {
    // Most deltas end nothing: the text before them is then not read again.
    this.#mayEnd ||= this.#mayEndWith(delta);
    this.#half = isHighSurrogate(delta.charCodeAt(delta.length - 1)) ? delta.slice(-1) : '';
    this.#text += delta;
    this.#takePieces(false);
  }

  /** Sends the whole words. */
  flushWords(): void {
    this.#take(this.#cutter.findLastWholeWord(this.#text) ?? 0);
  }

  /** Sends all sentences of a text that has ended. */
  flushSentences(): void {
    this.#takePieces(true);
    if (endsSentence(this.#text)) this.#take(this.#text.length);
  }

  /** Sends everything. The piece after it is a first one. */
  flush(): void {
    this.#takePieces(true);
    this.#take(this.#text.length);
    this.#isFirst = true;
    this.#half = '';
  }

  #takePieces(ended: boolean): void {
    while (this.#mayHavePiece()) {
      const end = this.#cutter.findPieceEnd(this.#text, { first: this.#isFirst, ended });
      if (end === undefined) return;
      this.#take(end);
    }
  }

  /** Returns false if nothing ends in the text. The first piece may end without a mark. */
  #mayHavePiece(): boolean {
    return this.#isFirst || this.#mayEnd || this.#text.length > this.#cutter.maxChars;
  }

  #take(length: number): void {
    if (length === 0) return;
    const piece = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    this.#mayEnd &&= mayEnd(this.#text);
    this.#isFirst = false;
    this.#receiver.addPiece(piece);
  }

  #mayEndWith(delta: string): boolean {
    return mayEnd(delta) || (this.#half !== '' && mayEnd(this.#half + delta.charAt(0)));
  }
}
