import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  filter,
  finalize,
  from,
  isObservable,
  last,
  map,
  merge,
  of,
  takeWhile,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { createAbortController } from '../../stream/abortController.ts';
import { AntiphonError } from '../../core/errors.ts';
import { createTeardownError } from '../../stream/fromHandler.ts';
import { guardTeardown } from '../../stream/guard.ts';
import { LIMITS } from '../../core/limits.ts';
import type { FunctionCall } from '../../core/message.ts';
import { contain } from '../containment.ts';
import { fromContained } from '../fromContained.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { AgentFunction, FunctionContext } from '../agent.ts';
import { encode } from './encode.ts';

export interface ExecuteOptions {
  /** The agent's functions, as they stand when a call is executed. */
  readonly functions: () => Readonly<Record<string, AgentFunction<object>>>;
  readonly context: (call: FunctionCall, signal: AbortSignal) => FunctionContext<never>;
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

/** The result of a call that was running when its reply was cut. */
export const INTERRUPTED = 'interrupted: may have been carried out';

/** The result of a call that was running when the session ended. */
export const SESSION_ENDED = 'session ended';

/** The result of a call that never began. */
export function describeNotExecuted(why: string): string {
  return `not executed: ${why}`;
}

/** The result of an uninterruptible call that is no longer waited for, and goes on. */
const STILL_RUNNING = 'still running';

/**
 * The content of one call's result, exactly once: what the function returned, what went wrong (for the model to see), or
 * the text with which the call was settled before; then `signal` fires. Completes when the function has returned or was
 * given up; what one that was still running returns is reported and dropped. Unsubscribing fires `signal`, too.
 */
export function execute(call: FunctionCall, settled: Observable<string>, options: ExecuteOptions): Observable<string> {
  return defer(() => {
    const { name, arguments: json } = call.function;
    const known = options.functions();
    const called = Object.hasOwn(known, name) ? known[name] : undefined;
    if (called === undefined) return of(failed(`there is no function "${name}"`, options));
    const args = parseArguments(called, json);
    if (!args.valid) return of(failed(`"${name}" got invalid arguments: ${args.why}`, options));
    return run(call, called, args.value as never, settled, options);
  }).pipe(
    catchError((error: unknown) => of(failed(`"${call.function.name}" failed: ${messageOf(error)}`, options, error))),
  );
}

/** How a call was settled; one that goes on is followed by another. */
interface Outcome {
  readonly content: string;
  readonly by: 'itself' | 'given up' | 'going on';
}

function run(
  call: FunctionCall,
  called: AgentFunction<object>,
  args: never,
  settled: Observable<string>,
  options: ExecuteOptions,
): Observable<string> {
  const { name } = call.function;
  const cancelFailed = (cause: unknown): void => options.report(createTeardownError(cause, `"${name}"`));
  const controller = createAbortController(cancelFailed);
  let returnedItself = false;
  const stopped = settled.pipe(
    filter((content) => !(called.uninterruptible && content === INTERRUPTED)),
    map((content): Outcome => {
      const goesOn = called.uninterruptible && content === STILL_RUNNING;
      return { content, by: goesOn ? 'going on' : 'given up' };
    }),
  );
  const stray = (cause: unknown): void =>
    options.report(new AntiphonError('function_failed', `"${name}" failed after it had returned`, { cause }));
  const executed = defer(() =>
    fromReturned(called.execute(args, options.context(call, controller.signal)), cancelFailed),
  );
  const returned = fromContained(stray, executed).pipe(
    map(encode),
    catchError((error: unknown) => of(failed(`"${name}" failed: ${messageOf(error)}`, options, error))),
    map((content): Outcome => ({ content, by: 'itself' })),
  );
  const timedOut = timer(called.timeout * 1000, options.scheduler).pipe(
    map(() => failed(`"${name}" did not return within ${called.timeout} s`, options)),
    map((content): Outcome => ({ content, by: 'given up' })),
  );
  return merge(stopped, returned, timedOut).pipe(
    takeWhile(({ by }) => by === 'going on', true),
    tap(({ by }) => {
      returnedItself = by === 'itself';
    }),
    concatMap(({ content, by }, outcome) => {
      if (outcome === 0) return of(content);
      if (by === 'itself') reportLate(name, options);
      return EMPTY;
    }),
    // Last of all: what the function makes of the signal comes too late to be its result.
    finalize(() => returnedItself || contain(stray, () => controller.abort())),
  );
}

/**
 * What a function returned: a promise's value, an Observable's last one, or the value itself, without delay. `failed` takes
 * what the Observable throws when it is unsubscribed from.
 */
export function fromReturned(returned: unknown, failed: (error: unknown) => void): Observable<unknown> {
  if (isObservable(returned)) return returned.pipe(guardTeardown(failed), map(refuseEndless), last(null, undefined));
  return isThenable(returned) ? from(Promise.resolve(returned)) : of(returned);
}

/** An Observable that brings value after value without a pause would never let go of the process. */
function refuseEndless<T>(value: T, index: number): T {
  if (index >= LIMITS.chunks) throw new RangeError(`expected at most ${LIMITS.chunks} values, got more`);
  return value;
}

type Arguments = { readonly valid: true; readonly value: unknown } | { readonly valid: false; readonly why: string };

function parseArguments({ parameters }: AgentFunction<object>, json: string): Arguments {
  try {
    const parsed = parameters.safeParse(JSON.parse(json.trim() === '' ? '{}' : json));
    return parsed.success ? { valid: true, value: parsed.data } : { valid: false, why: whyOf(parsed.error.issues) };
  } catch (error) {
    return { valid: false, why: messageOf(error) };
  }
}

function whyOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`).join('; ');
}

function failed(what: string, { report }: ExecuteOptions, cause?: unknown): string {
  report(new AntiphonError('function_failed', what, { failure: false, cause }));
  return `error: ${what}`;
}

function reportLate(name: string, { report }: ExecuteOptions): void {
  report(new AntiphonError('function_late', `"${name}" returned after its result was settled`, { failure: false }));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}
