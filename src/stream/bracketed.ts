import { Observable, type MonoTypeOperatorFunction } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

export interface BracketOptions<T, Reason> {
  /** Emitted on subscribing. */
  readonly started: T;
  /** Creates the last value. */
  readonly ended: (reason: Reason) => T;
  /** The reason when the source completes. */
  readonly complete: Reason;
  /** Handles an error of the source and returns the reason. */
  readonly failed: (error: unknown) => Reason;
  /** Unsubscribe from the source and end the bracket, with the emitted reason. They must not emit on subscribing. */
  readonly cuts: readonly Observable<Reason>[];
}

/**
 * Puts the values of the source between one `started` and exactly one `ended`, whether the source completes, errors or is cut.
 * Completes after `ended`. Unsubscribing ends the bracket without it.
 *
 * ```text
 * source  --a--b--|
 * cuts    -----------
 * result  s-a--b--(e|)    s started, e ended
 * ```
 */
export function bracketed<T, Reason>(options: BracketOptions<T, Reason>): MonoTypeOperatorFunction<T> {
  const { started, ended, complete, failed, cuts } = options;
  return (source) =>
    new Observable((subscriber) => {
      const end = (reason: Reason): void => {
        cutting.forEach((one) => one.unsubscribe());
        body.unsubscribe();
        subscriber.next(ended(reason));
        subscriber.complete();
      };
      const cutting = cuts.map(() => createOperatorSubscriber<Reason>(subscriber, { next: end, complete: () => {} }));
      const body = createOperatorSubscriber<T>(subscriber, {
        next: (value) => subscriber.next(value),
        error: (error) => end(failed(error)),
        complete: () => end(complete),
      });
      cuts.forEach((cut, n) => cut.subscribe(cutting[n]));
      subscriber.next(started);
      if (!body.closed) source.subscribe(body);
    });
}
