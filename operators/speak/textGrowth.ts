import { splitText } from '../../src/core/splitText.ts';
import { splitFillers, type ReplyText } from './replyText.ts';

/** Marks the text before it as complete. */
export const COMPLETE: unique symbol = Symbol('complete');

/** The start of a part of the utterance. */
export interface PartStart {
  readonly isFiller: boolean;
}

/** A short piece of an utterance's text, or a marker in it. */
export type TextPiece = string | typeof COMPLETE | PartStart;

/** Returns the cost of a piece. The budget of one scheduler turn is 256. */
export function costOf(piece: TextPiece): number {
  return typeof piece === 'string' ? piece.length / CHARS_PER_COST : 0;
}

/** Characters per unit of cost: one scheduler turn sends 1024. */
const CHARS_PER_COST = 4;

/** Longest piece, in UTF-16 code units. */
const MAX_STRETCH = 1000;

/**
 * Tracks how much of a growing reply's text an utterance has taken. The utterance begins at an offset in the reply's
 * text.
 */
export class TextGrowth {
  /** Counted in generated characters, including dropped ones. */
  #given: number;
  #complete: number;

  constructor({ text, generated }: ReplyText, from: number) {
    this.#given = generated - (text.length - from);
    this.#complete = this.#given;
  }

  /** Returns the new text, part by part, and `COMPLETE` if the text so far has become complete. */
  take(reply: ReplyText): readonly TextPiece[] {
    const pieces = toPieces(reply, reply.generated - this.#given);
    const isComplete = reply.completeChars > this.#complete;
    this.#given = Math.max(this.#given, reply.generated);
    this.#complete = Math.max(this.#complete, reply.completeChars);
    return isComplete ? [...pieces, COMPLETE] : pieces;
  }
}

/** Returns the last `count` characters of a reply, split into parts. */
function toPieces({ text, delta, isFiller, fillers }: ReplyText, count: number): readonly TextPiece[] {
  if (count === 0) return [];
  // Reading the whole text takes time proportional to its length.
  const isDelta = count === delta.length;
  if (isDelta && !isFiller) return splitText(delta, MAX_STRETCH);
  const parts = isDelta ? [{ text: delta, isFiller }] : splitFillers(text, text.length - count, fillers);
  return parts.flatMap((part): readonly TextPiece[] => {
    const stretches = splitText(part.text, MAX_STRETCH);
    return part.isFiller ? [{ isFiller: true }, ...stretches, { isFiller: false }] : stretches;
  });
}
