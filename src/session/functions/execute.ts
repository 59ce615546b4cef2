import { catchError, defer, filter, from, isObservable, last, map, merge, of, take, tap, timer } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { FunctionCall } from '../../core/message.ts';
import type { AgentFunction, FunctionContext } from '../agent.ts';

export interface ExecuteOptions {
  /** The agent's functions, as they stand when a call is executed. */
  readonly functions: () => Readonly<Record<string, AgentFunction<object>>>;
  readonly context: (call: FunctionCall, signal: AbortSignal) => FunctionContext<never>;
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

/** The result of a call whose reply was cut. */
export const INTERRUPTED = 'interrupted';

/**
 * The content of one call's result, exactly once: what the function returned, what went wrong (for the model to see), or
 * the text with which the call was settled before; then `signal` fires.
 */
export function execute(call: FunctionCall, settled: Observable<string>, options: ExecuteOptions): Observable<string> {
  return defer(() => {
    const { name, arguments: json } = call.function;
    const called = options.functions()[name];
    if (called === undefined) return of(failed(`there is no function "${name}"`, options));
    const args = parseArguments(called, json);
    if (!args.valid) return of(failed(`"${name}" got invalid arguments: ${args.why}`, options));
    return run(call, called, args.value as never, settled, options);
  });
}

function run(
  call: FunctionCall,
  called: AgentFunction<object>,
  args: never,
  settled: Observable<string>,
  options: ExecuteOptions,
): Observable<string> {
  const { name } = call.function;
  const controller = new AbortController();
  const stopped = settled.pipe(
    filter((result) => !(called.uninterruptible && result === INTERRUPTED)),
    tap(() => controller.abort()),
  );
  const returned = defer(() => outcome(called.execute(args, options.context(call, controller.signal)))).pipe(
    tap(() => controller.signal.aborted && called.uninterruptible && reportLate(name, options)),
    map(contentOf),
    catchError((error: unknown) => of(failed(`"${name}" failed: ${messageOf(error)}`, options, error))),
  );
  const timedOut = timer(called.timeout * 1000, options.scheduler).pipe(
    tap(() => controller.abort()),
    map(() => failed(`"${name}" did not return within ${called.timeout} s`, options)),
  );
  return merge(stopped, returned, timedOut).pipe(take(1));
}

/** What a function returned: a promise's value, an Observable's last one, or the value itself, without delay. */
function outcome(returned: unknown): Observable<unknown> {
  if (isObservable(returned)) return returned.pipe(last(null, undefined));
  return isThenable(returned) ? from(returned) : of(returned);
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

function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function failed(what: string, { report }: ExecuteOptions, cause?: unknown): string {
  report(new AntiphonError('function_failed', what, { failure: false, cause }));
  return `error: ${what}`;
}

function reportLate(name: string, { report }: ExecuteOptions): void {
  report(new AntiphonError('function_late', `"${name}" returned after its result was settled`, { failure: false }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}
