import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';

/** The counted text of one reply. */
export interface ReplyMeter {
  /** Adds the text of a chunk. @throws AntiphonError `limit_exceeded` */
  addText(chars: number): void;
}

export function createReplyMeter(): ReplyMeter {
  let chars = 0;
  return {
    addText(more) {
      chars += more;
      checkLimit(LIMITS.chunkText, more, 'choices[0].delta.content', 'characters in a chunk');
      checkLimit(LIMITS.replyText, chars, 'choices[0].delta.content', 'characters in a reply');
    },
  };
}

/** @throws AntiphonError `limit_exceeded` */
export function checkLimit(limit: number, count: number, path: string, what: string): void {
  if (count > limit) throw createLimitError(limit, path, what);
}

export function createLimitError(limit: number, path: string, what: string): AntiphonError {
  return new AntiphonError('limit_exceeded', `${path}: expected at most ${limit} ${what}, got more`, { path });
}
