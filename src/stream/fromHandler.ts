import { asyncScheduler, isObservable, Observable, Subscriber, type SchedulerLike } from 'rxjs';
import { createAbortController, type LazyAbortController } from './abortController.ts';
import type { HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { guardTeardown } from './guard.ts';
import { messageOf } from '../core/messageOf.ts';
import { readAsyncIterable } from './readAsyncIterable.ts';
import { isThenable } from '../core/isThenable.ts';

export interface FromHandlerOptions {
  /** Gets errors of a stream, its `controller` or a listener of `signal` when it is cancelled. @default they are ignored */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Schedules the pauses of an async iterable that never pauses. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** Runs the code of the handler: its call, its stream, and the cancelling of both. @default as it is */
  readonly contain?: ((work: () => void) => void) | undefined;
  /** Runs what the stream causes by its values and its end. @default as it is */
  readonly uncontain?: (<V>(work: (value: V) => void, value: V) => void) | undefined;
}

type Call<T> = (request: Pick<LazyAbortController, 'signal'>) => HandlerStream<T>;

/**
 * Calls a handler and emits the values of the stream that it returns. An Observable is subscribed to in the same instant, so
 * that marble tests stay exact. An async iterable that never pauses is read in slices, with a turn of the scheduler after
 * each. Unsubscribing before the end aborts `request.signal`, requests the iterator's return and aborts the stream's `controller`, as
 * chat completion clients have it; a source that ignores all three is abandoned. Errors of this are reported.
 */
export function fromHandler<T>(call: Call<T>, options: FromHandlerOptions = {}): Observable<T> {
  return new Observable((subscriber) => {
    if (!subscriber.closed) new HandlerSubscriber(subscriber, options).read(call);
  });
}

/** Creates the diagnostic for an error of something that was cancelled. */
export function createTeardownError(cause: unknown, what = 'llm_response_handler'): AntiphonError {
  const message = `${what} failed while it was cancelled: ${messageOf(cause)}`;
  return new AntiphonError('teardown_failed', message, { failure: false, cause });
}

/** The subscriber to the stream of a handler: one for the call, its containment and the end of both. */
class HandlerSubscriber<T> extends Subscriber<T> {
  readonly #output: Subscriber<T>;
  readonly #options: FromHandlerOptions;
  readonly #contain: (work: () => void) => void;
  readonly #uncontain: <V>(work: (value: V) => void, value: V) => void;
  /** Gets errors of what is cancelled. */
  readonly #failed = (cause: unknown): void => {
    if (!isAbort(cause)) this.#options.report?.(createTeardownError(cause));
  };
  readonly #controller = createAbortController(this.#failed);
  /** One function for all values. */
  readonly #emit = (value: T): void => this.#output.next(value);
  #hasEnded = false;

  constructor(output: Subscriber<T>, options: FromHandlerOptions) {
    super(output);
    this.#output = output;
    this.#options = options;
    this.#contain = options.contain ?? run;
    this.#uncontain = options.uncontain ?? run;
  }

  /** Calls the handler and subscribes to its stream. What it throws is the error of the stream. */
  read(call: Call<T>): void {
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

  override unsubscribe(): void {
    if (this.closed) return;
    this.#contain(() => {
      super.unsubscribe();
      if (!this.#hasEnded) this.#controller.abort();
    });
  }

  protected override _next(value: T): void {
    this.#uncontain(this.#emit, value);
  }

  protected override _error(error: unknown): void {
    this.#end(() => this.#output.error(error));
  }

  protected override _complete(): void {
    this.#end(() => this.#output.complete());
  }

  #end(end: () => void): void {
    this.#hasEnded = true;
    try {
      this.#uncontain(end, undefined);
    } finally {
      this.unsubscribe();
    }
  }

  #await(returned: PromiseLike<Observable<T> | AsyncIterable<T>>): void {
    // A thenable of another make need not return a promise from `then`.
    Promise.resolve(returned)
      .then((stream) => this.#attach(stream))
      .then(undefined, (error: unknown) => this.error(error));
  }

  #attach(stream: Observable<T> | AsyncIterable<T>): void {
    if (isObservable(stream)) {
      // A stream that arrives after the end is not subscribed to.
      if (!this.closed) this.add(stream.pipe(guardTeardown(this.#failed)).subscribe(this));
    } else if (isAsyncIterable<T>(stream)) {
      readAsyncIterable(stream, this, this.#failed, this.#options.scheduler ?? asyncScheduler);
    } else this.error(new TypeError(`expected an Observable or an async iterable, got ${describe(stream)}`));
  }
}

function run<V>(work: (value: V) => void, value?: V): void {
  work(value as V);
}

/** Returns whether a request was cancelled by its signal: then nothing has failed. */
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
