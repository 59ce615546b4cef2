import { firstValueFrom, fromEvent, takeUntil, type Observable } from 'rxjs';

/** Resolves with the first value, and rejects when `signal` fires before it; then it has unsubscribed. */
export function firstUnlessAborted<T>(values: Observable<T>, signal: AbortSignal | undefined): Promise<T> {
  return firstValueFrom(signal === undefined ? values : values.pipe(takeUntil(fromEvent(signal, 'abort'))));
}
