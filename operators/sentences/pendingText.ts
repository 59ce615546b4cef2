import { isHighSurrogate } from '../../src/core/splitText.ts';
import { endsSentence } from './boundaries.ts';
import { mayEnd } from './plainEnd.ts';
import type { TextCutter } from './textCutter.ts';

/** Receiver of the pieces of a text. */
export interface PieceReceiver {
  addPiece(piece: string): void;
}

/**
 * The text of a reply that is not yet cut into pieces. Between two calls it has at most `maxChars`. Each piece is
 * removed before the receiver is called, so the receiver may add text.
 */
export class PendingText {
  readonly #cutter: TextCutter;
  readonly #receiver: PieceReceiver;
  #text = '';
  /** Whether the text has a character that can end a sentence. */
  #mayEnd = false;
  #isFirst = true;
  /** A high surrogate whose other half may follow. */
  #half = '';

  constructor(cutter: TextCutter, receiver: PieceReceiver) {
    this.#cutter = cutter;
    this.#receiver = receiver;
  }

  /** Adds a delta and sends the complete pieces. */
  add(delta: string): void {
    // Most deltas end nothing, so the text before them need not be read again.
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

  /** Sends everything. The next piece counts as a first piece. */
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

  /** Returns false if no piece can end in the text. The first piece may end without a mark. */
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
