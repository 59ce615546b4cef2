import { asyncScheduler, defer, isObservable, Observable, tap, type SchedulerLike, type Subscriber } from 'rxjs';
import { createAbortController } from './abortController.ts';
import { createWorkBudget } from './workBudget.ts';
import type { HandlerStream } from '../core/chunk.ts';
import { AntiphonError } from '../core/errors.ts';
import { guard, guardTeardown } from './guard.ts';
import { messageOf } from '../core/messageOf.ts';

export interface FromHandlerOptions {
  /** Told of what a stream, its `controller` or a listener of `signal` throws when it is cancelled. @default nobody */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Gets a turn within an async iterable that never pauses. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Subscribes to whatever a developer's handler returned. What is already an Observable is subscribed to in the same
 * instant, so that marble tests stay exact. An async iterable that never pauses is read in slices, with a turn of the
 * scheduler after each. Unsubscribing before the end aborts `signal`, asks the iterator to return and,
 * if the stream has a `controller` (as chat completion clients give it), aborts that too; a source that ignores all three
 * is abandoned. A source that has ended by itself is left in peace. What any of them throws then is reported.
 */
export function fromHandler<T>(
  call: (signal: AbortSignal) => HandlerStream<T>,
  { report = () => {}, scheduler = asyncScheduler }: FromHandlerOptions = {},
): Observable<T> {
  const failed = (cause: unknown): void => {
    if (!isAbort(cause)) report(teardownFailed(cause));
  };
  return defer(() => {
    const controller = createAbortController(failed);
    return subscribeTo(() => call(controller.signal), failed, scheduler).pipe(
      tap({ unsubscribe: () => controller.abort() }),
    );
  });
}

/** What was thrown by something that had just been cancelled: a diagnostic, since nobody needs it any more. */
export function teardownFailed(cause: unknown, what = 'llm_response_handler'): AntiphonError {
  const message = `${what} failed while it was cancelled: ${messageOf(cause)}`;
  return new AntiphonError('teardown_failed', message, { failure: false, cause });
}

/** What requests throw that were cancelled by their signal: nothing has failed. */
function isAbort(cause: unknown): boolean {
  try {
    return cause instanceof Error && cause.name === 'AbortError';
  } catch {
    return false;
  }
}

type Failed = (error: unknown) => void;

function subscribeTo<T>(call: () => HandlerStream<T>, failed: Failed, scheduler: SchedulerLike): Observable<T> {
  return new Observable<T>((subscriber) => {
    const attach = (stream: Observable<T> | AsyncIterable<T>): void => {
      if (isObservable(stream)) follow(stream, subscriber, failed);
      else if (isAsyncIterable(stream)) pump(stream, subscriber, failed, scheduler);
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
function follow<T>(source: Observable<T>, subscriber: Subscriber<T>, failed: Failed): void {
  if (!subscriber.closed) subscriber.add(source.pipe(guardTeardown(failed)).subscribe(subscriber));
}

function pump<T>(source: AsyncIterable<T>, subscriber: Subscriber<T>, failed: Failed, scheduler: SchedulerLike): void {
  const iterator = source[Symbol.asyncIterator]();
  const burst = createWorkBudget(scheduler);
  let exhausted = false;
  subscriber.add(() => {
    burst.stop();
    if (exhausted) return;
    guard(() => abortController(source), failed);
    void letGo(iterator, failed);
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
        const isSpent = burst.spend(1);
        subscriber.next(value);
        if (isSpent) await new Promise<void>((resolve) => burst.afterTurn(resolve));
      }
    } catch (error) {
      finish(() => subscriber.error(error));
    }
  };
  void pull();
}

/** Not waited for. */
async function letGo(iterator: AsyncIterator<unknown>, failed: Failed): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    failed(error);
  }
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
