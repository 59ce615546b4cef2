import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';

/** Counts the text of one reply. */
export class ReplyMeter {
  #chars = 0;

  /** Adds the text of a chunk. @throws AntiphonError `limit_exceeded` */
  addText(chars: number): void {
    this.#chars += chars;
    checkLimit(LIMITS.chunkText, chars, 'choices[0].delta.content', 'characters in a chunk');
    checkLimit(LIMITS.replyText, this.#chars, 'choices[0].delta.content', 'characters in a reply');
  }
}

/** @throws AntiphonError `limit_exceeded` */
export function checkLimit(limit: number, count: number, path: string, what: string): void {
  if (count > limit) throw createLimitError(limit, path, what);
}

export function createLimitError(limit: number, path: string, what: string): AntiphonError {
  return new AntiphonError('limit_exceeded', `${path}: expected at most ${limit} ${what}, got more`, { path });
}
