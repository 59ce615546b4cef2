import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';

/** Counts what one reply has brought so far, and throws `limit_exceeded` at what is too much. */
export interface ReplyMeter {
  /** Adds the text of a chunk. */
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
  if (count > limit) throw limitExceeded(limit, path, what);
}

export function limitExceeded(limit: number, path: string, what: string): AntiphonError {
  return new AntiphonError('limit_exceeded', `${path}: expected at most ${limit} ${what}, got more`, { path });
}
