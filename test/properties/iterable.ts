import type { Observable } from 'rxjs';

/** A stream without Observables: chunks wait until they are read. */
export function iterableOf<T>(source: Observable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const waiting: (() => Promise<IteratorResult<T>>)[] = [];
      let pendingRead: ((result: Promise<IteratorResult<T>>) => void) | null = null;
      const give = (result: () => Promise<IteratorResult<T>>): void => {
        if (pendingRead === null) waiting.push(result);
        else pendingRead(result());
        pendingRead = null;
      };
      const done = (): Promise<IteratorResult<T>> => Promise.resolve({ done: true, value: undefined });
      const running = source.subscribe({
        next: (value) => give(() => Promise.resolve({ done: false, value })),
        error: (error: Error) => give(() => Promise.reject(error)),
        complete: () => give(done),
      });
      return {
        next: () => waiting.shift()?.() ?? new Promise((resolve) => (pendingRead = resolve)),
        return: () => {
          running.unsubscribe();
          return done();
        },
      };
    },
  };
}
