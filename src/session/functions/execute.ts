import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  filter,
  finalize,
  map,
  merge,
  of,
  takeWhile,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { FunctionCall } from '../../core/message.ts';
import { messageOf } from '../../core/messageOf.ts';
import { createAbortController } from '../../stream/abortController.ts';
import { createTeardownError } from '../../stream/fromHandler.ts';
import type { AgentFunction, FunctionContext } from '../agent.ts';
import { contain } from '../containment.ts';
import { fromContained } from '../fromContained.ts';
import { encode } from './encode.ts';
import { fromReturned } from './fromReturned.ts';
import { parseArguments } from './parseArguments.ts';

export interface ExecuteOptions {
  /** Returns the agent's current functions. */
  readonly functions: () => Readonly<Record<string, AgentFunction<object>>>;
  readonly context: (call: FunctionCall, signal: AbortSignal) => FunctionContext<never>;
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

/** The result of a call that was running when its reply was cut. */
export const INTERRUPTED = 'interrupted: may have been carried out';

/** The result of a call that was running when the session ended. */
export const SESSION_ENDED = 'session ended';

/** The result of an uninterruptible call that goes on but is no longer waited for. */
const STILL_RUNNING = 'still running';

/**
 * Executes a call and emits the content of its result exactly once: the encoded return value, an error for the model, or the
 * text with which `settled` settles the call; then `signal` fires. Completes when the function has returned or was settled.
 * A result that comes after `STILL_RUNNING` is reported and dropped. Unsubscribing fires `signal`, too.
 */
export function execute(call: FunctionCall, settled: Observable<string>, options: ExecuteOptions): Observable<string> {
  const { name, arguments: json } = call.function;
  return defer(() => {
    const known = options.functions();
    const called = Object.hasOwn(known, name) ? known[name] : undefined;
    if (called === undefined) return of(fail(`there is no function "${name}"`, options));
    const args = parseArguments(called, json);
    if (!args.valid) return of(fail(`"${name}" got invalid arguments: ${args.why}`, options));
    return run(call, called, args.value as never, settled, options);
  }).pipe(catchError((error: unknown) => of(fail(`"${name}" failed: ${messageOf(error)}`, options, error))));
}

/** The content of a result and its origin. An outcome of a call that is still running is followed by another. */
interface Outcome {
  readonly content: string;
  readonly by: 'return' | 'settlement' | 'still running';
}

function run(
  call: FunctionCall,
  called: AgentFunction<object>,
  args: never,
  settled: Observable<string>,
  options: ExecuteOptions,
): Observable<string> {
  const { name } = call.function;
  const onCancelError = (cause: unknown): void => options.report(createTeardownError(cause, `"${name}"`));
  const onUncaught = (cause: unknown): void =>
    options.report(new AntiphonError('function_failed', `"${name}" failed after it had returned`, { cause }));
  const controller = createAbortController(onCancelError);
  const executed = defer(() =>
    fromReturned(called.execute(args, options.context(call, controller.signal)), onCancelError),
  );
  const returned = fromContained(onUncaught, executed).pipe(
    map(encode),
    catchError((error: unknown) => of(fail(`"${name}" failed: ${messageOf(error)}`, options, error))),
    map((content): Outcome => ({ content, by: 'return' })),
  );
  let hasReturned = false;
  return merge(settlements(called, settled), returned, timeout(name, called, options)).pipe(
    takeWhile(({ by }) => by === 'still running', true),
    tap(({ by }) => (hasReturned = by === 'return')),
    concatMap(({ content, by }, index) => {
      if (index === 0) return of(content);
      if (by === 'return') reportLate(name, options);
      return EMPTY;
    }),
    // Last of all: a value that the function returns because of the signal is too late to be its result.
    finalize(() => hasReturned || contain(onUncaught, () => controller.abort())),
  );
}

function settlements({ uninterruptible }: AgentFunction<object>, settled: Observable<string>): Observable<Outcome> {
  return settled.pipe(
    filter((content) => !(uninterruptible && content === INTERRUPTED)),
    map((content) => ({
      content,
      by: uninterruptible && content === STILL_RUNNING ? 'still running' : 'settlement',
    })),
  );
}

function timeout(name: string, called: AgentFunction<object>, options: ExecuteOptions): Observable<Outcome> {
  return timer(called.timeout * 1000, options.scheduler).pipe(
    map(() => ({ content: fail(`"${name}" did not return within ${called.timeout} s`, options), by: 'settlement' })),
  );
}

/** Reports a failure and returns the result for the model. */
function fail(message: string, { report }: ExecuteOptions, cause?: unknown): string {
  report(new AntiphonError('function_failed', message, { failure: false, cause }));
  return `error: ${message}`;
}

function reportLate(name: string, { report }: ExecuteOptions): void {
  report(new AntiphonError('function_late', `"${name}" returned after its result was settled`, { failure: false }));
}
