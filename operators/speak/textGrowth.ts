import { splitText } from '../../src/core/splitText.ts';
import { splitFillers, type ReplyText } from './replyText.ts';

/** Marks the text before it as complete. */
export const COMPLETE: unique symbol = Symbol('complete');

/** Begins a part of the utterance. */
export interface PartStart {
  readonly isFiller: boolean;
}

/** A short stretch of the text of an utterance, or a mark in it. */
export type TextPiece = string | typeof COMPLETE | PartStart;

/** Returns the cost of a piece; 256 may be spent in one turn of the scheduler. */
export function costOf(piece: TextPiece): number {
  return typeof piece === 'string' ? piece.length / CHARS_PER_COST : 0;
}

/** Characters at the cost of one: 1024 are sent in a turn of the scheduler. */
const CHARS_PER_COST = 4;

/** Length of the longest piece of work, in UTF-16 code units. */
const MAX_STRETCH = 1000;

/** What a growing reply adds to the text of an utterance that begins at an offset in the text of the reply. */
export class TextGrowth {
  /** Counted in generated characters, with those that were dropped. */
  #given: number;
  #complete: number;

  constructor({ text, generated }: ReplyText, from: number) {
    this.#given = generated - (text.length - from);
    this.#complete = this.#given;
  }

  /** Returns the text that is new, part by part, and `COMPLETE` if the text so far has become complete. */
  take(reply: ReplyText): readonly TextPiece[] {
    const pieces = toPieces(reply, reply.generated - this.#given);
    const isComplete = reply.completeChars > this.#complete;
    this.#given = Math.max(this.#given, reply.generated);
    this.#complete = Math.max(this.#complete, reply.completeChars);
    return isComplete ? [...pieces, COMPLETE] : pieces;
  }
}

/** Returns the last `count` characters of a reply, part by part. */
function toPieces({ text, delta, isFiller, fillers }: ReplyText, count: number): readonly TextPiece[] {
  if (count === 0) return [];
  // Reading the whole text takes time in proportion to its length.
  const isDelta = count === delta.length;
  if (isDelta && !isFiller) return splitText(delta, MAX_STRETCH);
  const parts = isDelta ? [{ text: delta, isFiller }] : splitFillers(text, text.length - count, fillers);
  return parts.flatMap((part): readonly TextPiece[] => {
    const stretches = splitText(part.text, MAX_STRETCH);
    return part.isFiller ? [{ isFiller: true }, ...stretches, { isFiller: false }] : stretches;
  });
}
