import { defer, Observable } from 'rxjs';
import type { StepLog, Arrival } from './stepLog.ts';
import type { Codec, BorderStream } from './border.ts';
import { writeError } from './errors.ts';
import type { Incoming } from './format.ts';

/** What comes from the far side of a stream, each notification noted before it is handed on. */
export function fromOutside<Kind extends keyof Incoming, In, Out>(
  stream: string,
  { codec, input, outside: beyond }: BorderStream<Kind, In, Out>,
  book: StepLog,
): Observable<Out> {
  return new Observable((subscriber) => {
    subscriber.add(() => book.forget(stream));
    const arrivals = defer(() => beyond(countInputs(stream, input, book)));
    book.runOutside(stream, () => {
      const arriving = arrivals.subscribe({
        next: (value) => book.receive(stream, encodeArrival(codec, value), () => subscriber.next(value)),
        error: (error: unknown) => book.receive(stream, { error: writeError(error) }, () => subscriber.error(error)),
        complete: () => book.receive(stream, { end: true }, () => subscriber.complete()),
      });
      subscriber.add(arriving);
    });
  });
}

/** A value as its line has it; one that cannot be written is as good as an error. */
export function encodeArrival<T, Written>(codec: Codec<T, Written>, value: T): Arrival {
  try {
    return { v: codec.write(value) };
  } catch (error) {
    return { error: writeError(error) };
  }
}

/** What goes into a stream, counted; its far side is at work while it takes it. */
function countInputs<T>(stream: string, input: Observable<T>, book: StepLog): Observable<T> {
  return new Observable((subscriber) => {
    const hand = (work: () => void): void => {
      book.countInput(stream);
      book.runOutside(stream, work);
    };
    return input.subscribe({
      next: (value) => hand(() => subscriber.next(value)),
      error: (error: unknown) => hand(() => subscriber.error(error)),
      complete: () => hand(() => subscriber.complete()),
    });
  });
}
