import { from, isObservable, last, map, of, type Observable } from 'rxjs';
import { LIMITS } from '../../../core/limits.ts';
import { guardTeardown } from '../../../stream/guard.ts';
import { isThenable } from '../../../core/isThenable.ts';

/**
 * Emits the result of a function: the value of a promise, the last value of an Observable, or the returned value
 * itself, without delay. `onTeardownError` gets an error of the Observable's teardown.
 */
export function fromReturned(returned: unknown, onTeardownError: (error: unknown) => void): Observable<unknown> {
  if (isObservable(returned))
    return returned.pipe(guardTeardown(onTeardownError), map(limitCount), last(null, undefined));
  return isThenable(returned) ? from(Promise.resolve(returned)) : of(returned);
}

/** Throws after too many values: an Observable that emits without pause would block the process. */
function limitCount<T>(value: T, index: number): T {
  if (index >= LIMITS.chunks) throw new RangeError(`expected at most ${LIMITS.chunks} values, got more`);
  return value;
}
