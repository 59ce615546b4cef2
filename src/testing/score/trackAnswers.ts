import { concatMap, from, isObservable, Observable, of } from 'rxjs';
import type { HandlerStream } from '../../core/chunk.ts';
import { runAs } from '../../time/caller.ts';
import type { TrackedCall } from './trackedCall.ts';
import { subscribeAs } from './watchTimers.ts';
import { isThenable } from '../../core/isThenable.ts';

/** Waits `ms` on the virtual clock; returns undefined if there is no wait. */
export type Charge = (ms: number, call: TrackedCall) => Promise<void> | undefined;

/** A call whose answers are delayed in virtual time by the real time that they took. */
interface ChargedCall extends TrackedCall {
  pay(): Promise<void> | undefined;
}

export function withCharge(call: TrackedCall, charge: Charge): ChargedCall {
  return { ...call, pay: () => charge(call.waitedMs(), call) };
}

type Stream<T> = Observable<T> | AsyncIterable<T>;

export function trackStream<T>(call: ChargedCall, run: () => HandlerStream<T>): HandlerStream<T> {
  const track = (stream: Stream<T>): Stream<T> => {
    if (isObservable(stream)) return trackObservable(call, stream);
    return isAsyncIterable(stream) ? trackIterable(call, stream) : stream;
  };
  const returned = runAs(call, run);
  return isThenable(returned) ? trackPromise(call, returned).then(track) : track(returned as Stream<T>);
}

export function trackPromise<T>(call: ChargedCall, returned: T): T {
  if (!isThenable(returned)) return returned;
  const end = call.begin();
  const payAndEnd = async (): Promise<unknown> => {
    try {
      return await returned;
    } finally {
      await call.pay();
      end();
    }
  };
  return payAndEnd() as T;
}

export function trackObservable<T>(call: ChargedCall, source: Observable<T>): Observable<T> {
  const charged = source.pipe(concatMap((value) => emitPaid(call, value)));
  return new Observable((subscriber) => {
    subscriber.add(call.begin());
    subscriber.add(subscribeAs(charged, call, undefined).subscribe(subscriber));
  });
}

function emitPaid<T>(call: ChargedCall, value: T): Observable<T> {
  const paying = call.pay();
  return paying === undefined ? of(value) : from(paying.then(() => value));
}

/** Tracks an iterable. Only a pending `next()` counts as waiting. */
function trackIterable<T>(call: ChargedCall, source: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = runAs(call, () => source[Symbol.asyncIterator]());
      const next = (): Promise<IteratorResult<T>> => runAs(call, () => iterator.next());
      return {
        next: () => trackPromise(call, next()),
        return: () => runAs(call, async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      };
    },
    // Streams of client libraries have a controller that aborts the request.
    get controller(): unknown {
      return (source as { readonly controller?: unknown }).controller;
    },
  } as AsyncIterable<T>;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<never> {
  return typeof (value as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator] === 'function';
}
