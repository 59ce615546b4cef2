import { defer, tap } from 'rxjs';
import { bookOf } from './book.ts';
import type { BookOptions } from './book.ts';
import type { Border } from './border.ts';
import { isNumbered, streamNames } from './border.ts';
import { fromBeyond, written } from './fromBeyond.ts';

export interface RecordingBorder extends Border {
  /** Whether anything has come in. */
  hasBegun(): boolean;
  /** Stops its alarm. */
  stop(): void;
}

/** The border of a session that is recorded: whatever comes in is noted, and is a step of the session's time. */
export function recordingBorder(options: BookOptions): RecordingBorder {
  const book = bookOf(options);
  const nameOf = streamNames();
  let functions = '';
  return {
    scheduler: book.clock,
    through: (crossing) =>
      defer(() => {
        const stream = nameOf(crossing.kind);
        if (!isNumbered(crossing.kind)) return fromBeyond(stream, crossing, book);
        book.tell('opened', stream);
        return fromBeyond(stream, crossing, book).pipe(tap({ unsubscribe: () => book.tell('left', stream) }));
      }),
    answer: (kind, codec, ask) => {
      const answer = ask();
      const came = written(codec, answer);
      const text = JSON.stringify(came);
      if (kind !== 'functions' || text !== functions) book.answered(kind, came);
      if (kind === 'functions') functions = text;
      return answer;
    },
    ask: (asked, carryOut) => book.comeIn('asked', { v: asked }, carryOut),
    hasBegun: book.hasBegun,
    enter: book.enter,
    tell: book.tell,
    stop: book.stop,
  };
}
