import { defer, tap } from 'rxjs';
import { createStepLog, type StepLogOptions } from './stepLog.ts';
import { createStreamNames, isNumbered, type Border } from './border.ts';
import { encodeArrival, fromOutside } from './fromOutside.ts';

export interface RecordingBorder extends Border {
  /** Returns whether there has been an input. */
  hasBegun(): boolean;
  /** Cancels the timer. */
  stop(): void;
}

/** Creates the border of a recorded session. Each input is written, and forms a step of the session's time. */
export function createRecordingBorder(options: StepLogOptions): RecordingBorder {
  const log = createStepLog(options);
  const nameOf = createStreamNames();
  let functions = '';
  return {
    scheduler: log.clock,
    connect: (borderStream) =>
      defer(() => {
        const stream = nameOf(borderStream.kind);
        if (!isNumbered(borderStream.kind)) return fromOutside(stream, borderStream, log);
        log.output('opened', stream);
        return fromOutside(stream, borderStream, log).pipe(tap({ unsubscribe: () => log.output('left', stream) }));
      }),
    query: (kind, codec, outside) => {
      const answer = outside();
      const arrival = encodeArrival(codec, answer);
      const text = JSON.stringify(arrival);
      if (kind !== 'functions' || text !== functions) log.recordAnswer(kind, arrival);
      if (kind === 'functions') functions = text;
      return answer;
    },
    request: (request, carryOut) => log.receive('asked', { v: request }, carryOut),
    hasBegun: log.hasBegun,
    runStep: log.runStep,
    output: log.output,
    stop: log.stop,
  };
}
