import { catchError, concatMap, defer, EMPTY, finalize, map, merge, of, takeWhile, tap, type Observable } from 'rxjs';
import { AntiphonError } from '../../../core/errors.ts';
import { createAbortController } from '../../../stream/abortController.ts';
import { createTeardownError } from '../../../stream/fromHandler.ts';
import type { AgentFunction } from '../../sessionControl.ts';
import { contain as containInProcess } from '../../containment/containment.ts';
import { fromContained } from '../../containment/fromContained.ts';
import { encode } from './encode.ts';
import { fromReturned } from './fromReturned.ts';
import { failWith, settlements, timeout, type Outcome, type OutcomeOptions } from './outcomes.ts';

/** A call of a known function with valid arguments. */
export interface CheckedCall {
  readonly name: string;
  readonly called: AgentFunction<object>;
  readonly run: (signal: AbortSignal) => unknown;
}

/**
 * Runs a function and emits the content of its result once. Fires `signal` if the call ends before the function
 * returns.
 */
export function runFunction(
  { name, called, run }: CheckedCall,
  settled: Observable<string>,
  { report, scheduler, contain = containInProcess }: OutcomeOptions,
): Observable<string> {
  const onCancelError = (cause: unknown): void => report(createTeardownError(cause, `"${name}"`));
  const onUncaught = (cause: unknown): void =>
    report(new AntiphonError('function_failed', `"${name}" failed after it had returned`, { cause }));
  const controller = createAbortController(onCancelError);
  const executed = defer(() => fromReturned(run(controller.signal), onCancelError));
  const returned = fromContained(onUncaught, executed, contain).pipe(
    map(encode),
    catchError((error: unknown) => of(failWith(error, name, report))),
    map((content): Outcome => ({ content, by: 'return' })),
  );
  let hasReturned = false;
  return merge(settlements(called, settled), returned, timeout(called.timeout, name, { report, scheduler })).pipe(
    takeWhile(({ by }) => by === 'still running', true),
    tap(({ by }) => (hasReturned = by === 'return')),
    concatMap(({ content, by }, index) => {
      if (index === 0) return of(content);
      if (by === 'return') report(createLateError(name));
      return EMPTY;
    }),
    // Must come last: a value that the function returns because of the signal is too late to be its result.
    finalize(() => hasReturned || contain(onUncaught, () => controller.abort())),
  );
}

function createLateError(name: string): AntiphonError {
  return new AntiphonError('function_late', `"${name}" returned after its result was settled`, { failure: false });
}
