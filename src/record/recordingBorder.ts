import { defer, tap } from 'rxjs';
import { createStepLog } from './stepLog.ts';
import type { StepLogOptions } from './stepLog.ts';
import type { Border } from './border.ts';
import { isNumbered, createStreamNames } from './border.ts';
import { fromOutside, encodeArrival } from './fromOutside.ts';

export interface RecordingBorder extends Border {
  /** Whether anything has come in. */
  hasBegun(): boolean;
  /** Stops its alarm. */
  stop(): void;
}

/** The border of a session that is recorded: whatever comes in is noted, and is a step of the session's time. */
export function createRecordingBorder(options: StepLogOptions): RecordingBorder {
  const book = createStepLog(options);
  const nameOf = createStreamNames();
  let functions = '';
  return {
    scheduler: book.clock,
    connect: (crossing) =>
      defer(() => {
        const stream = nameOf(crossing.kind);
        if (!isNumbered(crossing.kind)) return fromOutside(stream, crossing, book);
        book.output('opened', stream);
        return fromOutside(stream, crossing, book).pipe(tap({ unsubscribe: () => book.output('left', stream) }));
      }),
    query: (kind, codec, ask) => {
      const answer = ask();
      const came = encodeArrival(codec, answer);
      const text = JSON.stringify(came);
      if (kind !== 'functions' || text !== functions) book.recordAnswer(kind, came);
      if (kind === 'functions') functions = text;
      return answer;
    },
    ask: (asked, carryOut) => book.receive('asked', { v: asked }, carryOut),
    hasBegun: book.hasBegun,
    enter: book.enter,
    output: book.output,
    stop: book.stop,
  };
}
