import { isHighSurrogate } from '../../src/core/splitText.ts';
import { endsSentence } from './boundaries.ts';
import { mayEnd } from './plainEnd.ts';
import type { TextCutter } from './textCutter.ts';

/** The text of a reply that is not emitted. Between two calls it has at most `maxChars`. */
export interface PendingText {
  /** Adds a delta, and emits the pieces that have ended. */
  add(delta: string): void;
  /** Emits the whole words. */
  flushWords(): void;
  /** Emits all sentences of a text that has ended. */
  flushSentences(): void;
  /** Emits everything. */
  flush(): void;
}

/** Creates an empty text. A piece is removed before it is emitted, so that `emit` may add to the text. */
export function createPendingText(cutter: TextCutter, emit: (piece: string) => void): PendingText {
  let text = '';
  let textMayEnd = false;
  let isFirst = true;
  /** The first half of a character whose second half may follow. */
  let half = '';

  const take = (length: number): void => {
    if (length === 0) return;
    const piece = text.slice(0, length);
    text = text.slice(length);
    isFirst = false;
    emit(piece);
  };
  const takePieces = (ended: boolean): void => {
    for (;;) {
      const end = cutter.findPieceEnd(text, { first: isFirst, ended });
      if (end === undefined) break;
      take(end);
    }
    // The first piece may end without a mark.
    if (!isFirst) textMayEnd = mayEnd(text);
  };
  const mayEndWith = (delta: string): boolean => mayEnd(delta) || (half !== '' && mayEnd(half + delta.charAt(0)));
  return {
    add(delta) {
      // Most deltas end nothing: the text before them is then not read again.
      const mayHaveEnded = isFirst || textMayEnd || mayEndWith(delta);
      half = isHighSurrogate(delta.charCodeAt(delta.length - 1)) ? delta.slice(-1) : '';
      text += delta;
      if (mayHaveEnded || text.length > cutter.maxChars) takePieces(false);
    },
    flushWords() {
      take(cutter.findLastWholeWord(text) ?? 0);
      textMayEnd = mayEnd(text);
    },
    flushSentences() {
      takePieces(true);
      if (endsSentence(text)) take(text.length);
    },
    flush() {
      takePieces(true);
      take(text.length);
    },
  };
}
