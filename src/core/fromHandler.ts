import { isObservable, Observable } from 'rxjs';
import type { Subscriber } from 'rxjs';
import type { HandlerStream } from './chunk.ts';

/**
 * Subscribes to whatever a developer's handler returned. What is already an Observable is subscribed to in the same
 * instant, so that marble tests stay exact. Unsubscribing aborts `signal`, asks the iterator to return and, if the stream
 * has a `controller` (as chat completion clients give it), aborts that too; a source that ignores all three is abandoned.
 */
export function fromHandler<T>(call: (signal: AbortSignal) => HandlerStream<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const controller = new AbortController();
    subscriber.add(() => controller.abort());
    const attach = (stream: Observable<T> | AsyncIterable<T>): void => {
      if (isObservable(stream)) subscriber.add(stream.subscribe(subscriber));
      else if (isAsyncIterable(stream)) pump(stream, subscriber);
      else subscriber.error(new TypeError(`expected an Observable or an async iterable, got ${describe(stream)}`));
    };
    const returned = call(controller.signal);
    if (isThenable<Observable<T> | AsyncIterable<T>>(returned))
      returned.then(attach, (error: unknown) => subscriber.error(error));
    else attach(returned);
  });
}

function pump<T>(source: AsyncIterable<T>, subscriber: Subscriber<T>): void {
  const iterator = source[Symbol.asyncIterator]();
  let exhausted = false;
  subscriber.add(() => {
    if (exhausted) return;
    abortController(source);
    iterator.return?.()?.then(undefined, () => {});
  });
  const finish = (end: () => void): void => {
    exhausted = true;
    end();
  };
  const pull = async (): Promise<void> => {
    try {
      while (!subscriber.closed) {
        const { done, value } = await iterator.next();
        if (done === true) return finish(() => subscriber.complete());
        subscriber.next(value);
      }
    } catch (error) {
      finish(() => subscriber.error(error));
    }
  };
  void pull();
}

function abortController(source: unknown): void {
  const { controller } = source as { readonly controller?: { readonly abort?: unknown } };
  if (controller instanceof AbortController) controller.abort();
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === 'function';
}

function isAsyncIterable<T>(value: unknown): value is AsyncIterable<T> {
  return typeof (value as AsyncIterable<T> | undefined)?.[Symbol.asyncIterator] === 'function';
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}
