import { defer, Observable } from 'rxjs';
import type { Book, Came } from './book.ts';
import type { Codec, Crossing } from './border.ts';
import { writeError } from './error.ts';
import type { Incoming } from './format.ts';

/** What comes from the far side of a stream, each notification noted before it is handed on. */
export function fromBeyond<Kind extends keyof Incoming, In, Out>(
  stream: string,
  { codec, input, beyond }: Crossing<Kind, In, Out>,
  book: Book,
): Observable<Out> {
  return new Observable((subscriber) => {
    subscriber.add(() => book.forget(stream));
    const arrivals = defer(() => beyond(counted(stream, input, book)));
    book.beyond(stream, () => {
      const arriving = arrivals.subscribe({
        next: (value) => book.comeIn(stream, written(codec, value), () => subscriber.next(value)),
        error: (error: unknown) => book.comeIn(stream, { error: writeError(error) }, () => subscriber.error(error)),
        complete: () => book.comeIn(stream, { end: true }, () => subscriber.complete()),
      });
      subscriber.add(arriving);
    });
  });
}

/** A value as its line has it; one that cannot be written is as good as an error. */
export function written<T, Written>(codec: Codec<T, Written>, value: T): Came {
  try {
    return { v: codec.write(value) };
  } catch (error) {
    return { error: writeError(error) };
  }
}

/** What goes into a stream, counted; its far side is at work while it takes it. */
function counted<T>(stream: string, input: Observable<T>, book: Book): Observable<T> {
  return new Observable((subscriber) => {
    const hand = (work: () => void): void => {
      book.goesInto(stream);
      book.beyond(stream, work);
    };
    return input.subscribe({
      next: (value) => hand(() => subscriber.next(value)),
      error: (error: unknown) => hand(() => subscriber.error(error)),
      complete: () => hand(() => subscriber.complete()),
    });
  });
}
