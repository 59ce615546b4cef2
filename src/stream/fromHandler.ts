import { asyncScheduler, isObservable, Observable, type SchedulerLike, type Subscriber } from 'rxjs';
import { createAbortController, type LazyAbortController } from './abortController.ts';
import type { HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { fromAsyncIterable } from './fromAsyncIterable.ts';
import { guardTeardown } from './guard.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';
import { messageOf } from '../core/messageOf.ts';

export interface FromHandlerOptions {
  /** Gets errors of a stream, its `controller` or a listener of `signal` when it is cancelled. @default they are ignored */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Schedules the pauses of an async iterable that never pauses. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Calls a handler and emits the values of the stream that it returns. An Observable is subscribed to in the same instant, so
 * that marble tests stay exact. An async iterable that never pauses is read in slices, with a turn of the scheduler after
 * each. Unsubscribing before the end aborts `request.signal`, requests the iterator's return and aborts the stream's `controller`, as
 * chat completion clients have it; a source that ignores all three is abandoned. Errors of this are reported.
 */
export function fromHandler<T>(
  call: (request: Pick<LazyAbortController, 'signal'>) => HandlerStream<T>,
  { report = () => {}, scheduler = asyncScheduler }: FromHandlerOptions = {},
): Observable<T> {
  const failed = (cause: unknown): void => {
    if (!isAbort(cause)) report(createTeardownError(cause));
  };
  return new Observable((subscriber) => {
    const controller = createAbortController(failed);
    let hasEnded = false;
    const values = createOperatorSubscriber<T>(subscriber, {
      next: (value) => subscriber.next(value),
      error: (error) => {
        hasEnded = true;
        subscriber.error(error);
      },
      complete: () => {
        hasEnded = true;
        subscriber.complete();
      },
    });
    subscriber.add(() => hasEnded || controller.abort());
    read(() => call(controller), values, { failed, scheduler });
  });
}

/** Creates the diagnostic for an error of something that was cancelled. */
export function createTeardownError(cause: unknown, what = 'llm_response_handler'): AntiphonError {
  const message = `${what} failed while it was cancelled: ${messageOf(cause)}`;
  return new AntiphonError('teardown_failed', message, { failure: false, cause });
}

/** Returns whether a request was cancelled by its signal: then nothing has failed. */
function isAbort(cause: unknown): boolean {
  try {
    return cause instanceof Error && cause.name === 'AbortError';
  } catch {
    return false;
  }
}

interface ReadOptions {
  readonly failed: (error: unknown) => void;
  readonly scheduler: SchedulerLike;
}

/** Calls the handler and subscribes to its stream. What it throws is the error of the stream. */
function read<T>(call: () => HandlerStream<T>, subscriber: Subscriber<T>, { failed, scheduler }: ReadOptions): void {
  const attach = (stream: Observable<T> | AsyncIterable<T>): void => {
    // A stream that arrives after the end is not subscribed to.
    if (subscriber.closed && isObservable(stream)) return;
    if (isObservable(stream)) subscriber.add(stream.pipe(guardTeardown(failed)).subscribe(subscriber));
    else if (isAsyncIterable(stream)) fromAsyncIterable(stream, failed, scheduler).subscribe(subscriber);
    else subscriber.error(new TypeError(`expected an Observable or an async iterable, got ${describe(stream)}`));
  };
  const fail = (error: unknown): void => subscriber.error(error);
  try {
    const returned = call();
    // A thenable of another make need not return a promise from `then`.
    if (isThenable(returned)) Promise.resolve(returned).then(attach).then(undefined, fail);
    else attach(returned);
  } catch (error) {
    fail(error);
  }
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
