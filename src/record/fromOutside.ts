import { defer, Observable } from 'rxjs';
import type { Arrival, StepLog } from './stepLog.ts';
import type { BorderStream, Codec } from './border.ts';
import { writeError } from './errors.ts';
import type { Incoming } from './format.ts';

/** Emits the values of a stream from outside, and records each notification before emitting it. */
export function fromOutside<Kind extends keyof Incoming, In, Out>(
  stream: string,
  { codec, input, outside }: BorderStream<Kind, In, Out>,
  log: StepLog,
): Observable<Out> {
  return new Observable((subscriber) => {
    subscriber.add(() => log.forget(stream));
    const arrivals = defer(() => outside(countInputs(stream, input, log)));
    // A source that emits synchronously during subscription cannot be unsubscribed before that. Values emitted then are
    // not inputs.
    const receive = (arrival: Arrival, work: () => void): void => {
      if (!subscriber.closed) log.receive(stream, arrival, work);
    };
    log.runOutside(stream, () => {
      const subscription = arrivals.subscribe({
        next: (value) => receive(encodeArrival(codec, value), () => subscriber.next(value)),
        error: (error: unknown) => receive({ error: writeError(error) }, () => subscriber.error(error)),
        complete: () => receive({ end: true }, () => subscriber.complete()),
      });
      subscriber.add(subscription);
    });
  });
}

/** Encodes a value for its line, or the error that its codec throws. */
export function encodeArrival<T, Written>(codec: Codec<T, Written>, value: T): Arrival {
  try {
    return { v: codec.write(value) };
  } catch (error) {
    return { error: writeError(error) };
  }
}

/** Counts the values that go into a stream and marks the code that receives them as outside code. */
function countInputs<T>(stream: string, input: Observable<T>, log: StepLog): Observable<T> {
  return new Observable((subscriber) => {
    const pass = (work: () => void): void => {
      log.countInput(stream);
      log.runOutside(stream, work);
    };
    return input.subscribe({
      next: (value) => pass(() => subscriber.next(value)),
      error: (error: unknown) => pass(() => subscriber.error(error)),
      complete: () => pass(() => subscriber.complete()),
    });
  });
}
