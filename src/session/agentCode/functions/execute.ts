import { catchError, defer, of, type Observable } from 'rxjs';
import type { FunctionCall } from '../../../core/message.ts';
import type { FunctionContext } from '../../sessionControl.ts';
import { findFunction, type Functions } from './findFunction.ts';
import { fail, failWith, type OutcomeOptions } from './outcomes.ts';
import { parseArguments } from './parseArguments.ts';
import { runFunction } from './runFunction.ts';

export interface ExecuteOptions extends OutcomeOptions {
  /** Returns the agent's current functions. */
  readonly functions: () => Functions;
  readonly context: (call: FunctionCall, signal: AbortSignal) => FunctionContext<never>;
}

/**
 * Executes a call and emits the content of its result exactly once: the encoded return value, an error for the model,
 * or the text with which `settled` settles the call; then fires `signal`. Completes when the function has returned or
 * was settled. Reports and drops a return value after `still running`. Unsubscribing also fires `signal`.
 */
export function execute(call: FunctionCall, settled: Observable<string>, options: ExecuteOptions): Observable<string> {
  const { name, arguments: json } = call.function;
  const { functions, context, report } = options;
  return defer(() => {
    const called = findFunction(functions(), name);
    if (called === undefined) return of(fail(`there is no function "${name}"`, report));
    const args = parseArguments(called, json);
    if (!args.valid) return of(fail(`"${name}" got invalid arguments: ${args.why}`, report));
    const run = (signal: AbortSignal): unknown => called.execute(args.value as never, context(call, signal));
    return runFunction({ name, called, run }, settled, options);
  }).pipe(catchError((error: unknown) => of(failWith(error, name, report))));
}
