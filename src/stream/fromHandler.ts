import {
  asyncScheduler,
  isObservable,
  Observable,
  Subscription,
  type Observer,
  type SchedulerLike,
  type Subscriber,
  type Unsubscribable,
} from 'rxjs';
import { createAbortController, type LazyAbortController } from './abortController.ts';
import type { HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { guardTeardown } from './guard.ts';
import { subscribeWithin } from './operate.ts';
import { messageOf } from '../core/messageOf.ts';
import { readAsyncIterable } from './readAsyncIterable.ts';
import { isThenable } from '../core/isThenable.ts';

export interface FromHandlerOptions {
  /**
   * Called with errors of a stream, its `controller` or a listener of `signal` during cancellation.
   * @default errors are ignored
   */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Schedules the breaks in reading an async iterable that never pauses. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** Runs the handler's code: its call, its stream, and the cancellation of both. @default runs it directly */
  readonly contain?: ((work: () => void) => void) | undefined;
  /** Runs the code that the stream's values and its end trigger. @default runs it directly */
  readonly uncontain?: (<V>(work: (value: V) => void, value: V) => void) | undefined;
}

type Call<T> = (request: Pick<LazyAbortController, 'signal'>) => HandlerStream<T>;

/**
 * Calls a handler and emits the values of the stream that it returns. Subscribes to an Observable synchronously, so
 * that marble tests stay exact. Reads an async iterable that never pauses in slices, with a turn of the scheduler after
 * each. Unsubscribing before the end aborts `request.signal`, requests the iterator's return and aborts the stream's
 * `controller`, which chat completion clients provide. Abandons a source that ignores all three. Reports errors of the
 * cancellation.
 */
export function fromHandler<T>(call: Call<T>, options: FromHandlerOptions = {}): Observable<T> {
  return new Observable((out) => {
    if (out.closed) return;
    const reading = new HandlerCall(out, options);
    out.add(reading);
    reading.start(call);
  });
}

/** Creates the diagnostic for an error during cancellation. */
export function createTeardownError(cause: unknown, what = 'llm_response_handler'): AntiphonError {
  const message = `${what} failed while it was cancelled: ${messageOf(cause)}`;
  return new AntiphonError('teardown_failed', message, { failure: false, cause });
}

/** One call of a handler: its containment, its stream, and the end of both. */
class HandlerCall<T> implements Observer<T>, Unsubscribable {
  readonly #out: Subscriber<T>;
  readonly #options: FromHandlerOptions;
  readonly #contain: (work: () => void) => void;
  readonly #uncontain: <V>(work: (value: V) => void, value: V) => void;
  readonly #stream = new Subscription();
  /** Handles errors during cancellation. */
  readonly #failed = (cause: unknown): void => {
    if (!isAbort(cause)) this.#options.report?.(createTeardownError(cause));
  };
  readonly #controller = createAbortController(this.#failed);
  /** Shared by all values, so that none needs a closure. */
  readonly #emit = (value: T): void => this.#out.next(value);
  #hasEnded = false;

  constructor(out: Subscriber<T>, options: FromHandlerOptions) {
    this.#out = out;
    this.#options = options;
    this.#contain = options.contain ?? run;
    this.#uncontain = options.uncontain ?? run;
  }

  /** Calls the handler and subscribes to its stream. An exception becomes the error of the stream. */
  start(call: Call<T>): void {
    this.#contain(() => {
      try {
        const returned = call(this.#controller);
        if (isThenable(returned)) this.#await(returned);
        else this.#attach(returned);
      } catch (error) {
        this.error(error);
      }
    });
  }

  next(value: T): void {
    this.#uncontain(this.#emit, value);
  }

  error(error: unknown): void {
    this.#end(() => this.#out.error(error));
  }

  complete(): void {
    this.#end(() => this.#out.complete());
  }

  unsubscribe(): void {
    if (this.#stream.closed) return;
    this.#contain(() => {
      this.#stream.unsubscribe();
      if (!this.#hasEnded) this.#controller.abort();
    });
  }

  #end(end: () => void): void {
    if (this.#hasEnded || this.#stream.closed) return;
    this.#hasEnded = true;
    try {
      this.#uncontain(end, undefined);
    } finally {
      this.unsubscribe();
    }
  }

  #await(returned: PromiseLike<Observable<T> | AsyncIterable<T>>): void {
    // The `then` of a foreign thenable need not return a promise.
    Promise.resolve(returned)
      .then((stream) => this.#attach(stream))
      .then(undefined, (error: unknown) => this.error(error));
  }

  #attach(stream: Observable<T> | AsyncIterable<T>): void {
    const isLate = this.#stream.closed && isObservable(stream);
    // An iterable that arrives after the end is asked to return.
    if (!isLate) subscribeWithin(this.#toObservable(stream), this.#stream, this);
  }

  #toObservable(stream: Observable<T> | AsyncIterable<T>): Observable<T> {
    const { scheduler = asyncScheduler } = this.#options;
    if (isObservable(stream)) return stream.pipe(guardTeardown(this.#failed));
    if (isAsyncIterable<T>(stream))
      return new Observable((subscriber) => readAsyncIterable(stream, subscriber, this.#failed, scheduler));
    throw new TypeError(`expected an Observable or an async iterable, got ${describe(stream)}`);
  }
}

function run<V>(work: (value: V) => void, value?: V): void {
  work(value as V);
}

/** Returns whether the error is a cancellation by the signal, which is not a failure. */
function isAbort(cause: unknown): boolean {
  try {
    return cause instanceof Error && cause.name === 'AbortError';
  } catch {
    return false;
  }
}

function isAsyncIterable<T>(value: unknown): value is AsyncIterable<T> {
  return typeof (value as AsyncIterable<T> | undefined)?.[Symbol.asyncIterator] === 'function';
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}
