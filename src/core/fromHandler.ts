import { defer, isObservable, Observable, tap } from 'rxjs';
import type { Subscriber } from 'rxjs';
import type { HandlerStream } from './chunk.ts';

/**
 * Subscribes to whatever a developer's handler returned. What is already an Observable is subscribed to in the same
 * instant, so that marble tests stay exact. Unsubscribing before the end aborts `signal`, asks the iterator to return and,
 * if the stream has a `controller` (as chat completion clients give it), aborts that too; a source that ignores all three
 * is abandoned. A source that has ended by itself is left in peace.
 */
export function fromHandler<T>(call: (signal: AbortSignal) => HandlerStream<T>): Observable<T> {
  return defer(() => {
    const controller = new AbortController();
    return subscribeTo(() => call(controller.signal)).pipe(tap({ unsubscribe: () => controller.abort() }));
  });
}

function subscribeTo<T>(call: () => HandlerStream<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const attach = (stream: Observable<T> | AsyncIterable<T>): void => {
      if (isObservable(stream)) follow(stream, subscriber);
      else if (isAsyncIterable(stream)) pump(stream, subscriber);
      else subscriber.error(new TypeError(`expected an Observable or an async iterable, got ${describe(stream)}`));
    };
    const returned = call();
    if (!isThenable(returned)) return attach(returned);
    // A thenable of another make need not return a promise from `then`.
    Promise.resolve(returned)
      .then(attach)
      .then(undefined, (error: unknown) => subscriber.error(error));
  });
}

/** One that comes when nobody waits any more is never subscribed to. */
function follow<T>(source: Observable<T>, subscriber: Subscriber<T>): void {
  if (!subscriber.closed) subscriber.add(source.subscribe(subscriber));
}

function pump<T>(source: AsyncIterable<T>, subscriber: Subscriber<T>): void {
  const iterator = source[Symbol.asyncIterator]();
  let exhausted = false;
  subscriber.add(() => {
    if (exhausted) return;
    abortController(source);
    void letGo(iterator);
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

/** Not waited for; how a source takes it concerns nobody any more. */
async function letGo(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {}
}

function abortController(source: unknown): void {
  const { controller } = source as { readonly controller?: Partial<AbortController> | null };
  if (typeof controller?.abort === 'function') controller.abort();
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
