import {
  catchError,
  concat,
  defer,
  EMPTY,
  of,
  takeUntil,
  tap,
  type MonoTypeOperatorFunction,
  type Observable,
} from 'rxjs';

export interface BracketOptions<T, Reason> {
  /** Emitted on subscribing. */
  readonly started: T;
  /** Creates the last value. */
  readonly ended: (reason: Reason) => T;
  /** The reason when the source completes. */
  readonly complete: Reason;
  /** Handles an error of the source and returns the reason. */
  readonly failed: (error: unknown) => Reason;
  /** Unsubscribes from the source and ends the bracket, with the emitted reason. It must not emit on subscribing. */
  readonly cut: Observable<Reason>;
}

/**
 * Puts the values of the source between one `started` and exactly one `ended`, whether the source completes, errors or is cut.
 * Completes after `ended`. Unsubscribing ends the bracket without it.
 *
 * ```text
 * source  --a--b--|
 * cut     -----------
 * result  s-a--b--(e|)    s started, e ended
 * ```
 */
export function bracketed<T, Reason>(options: BracketOptions<T, Reason>): MonoTypeOperatorFunction<T> {
  const { started, ended, complete, failed, cut } = options;
  return (source) =>
    defer(() => {
      let reason = complete;
      const fail = (error: unknown): Observable<never> => {
        reason = failed(error);
        return EMPTY;
      };
      return concat(
        concat(of(started), source.pipe(catchError(fail))).pipe(takeUntil(cut.pipe(tap((by) => (reason = by))))),
        defer(() => of(ended(reason))),
      );
    });
}
