import { firstValueFrom, fromEvent, takeUntil, type Observable } from 'rxjs';

/** Resolves with the first value. Unsubscribes and rejects if `signal` aborts first. */
export async function firstUnlessAborted<T>(values: Observable<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  return firstValueFrom(signal === undefined ? values : values.pipe(takeUntil(fromEvent(signal, 'abort'))));
}
