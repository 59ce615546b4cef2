import {
  combineLatest,
  concat,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  of,
  switchMap,
  take,
  takeUntil,
  tap,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { FunctionCall, FunctionResult } from '../core/message.ts';
import type { EndReason, FunctionCalls, FunctionResults, TurnEvent } from '../core/turn.ts';
import { execute, INTERRUPTED, describeNotExecuted, SESSION_ENDED, type ExecuteOptions } from './functions/execute.ts';

export interface FunctionsOptions extends ExecuteOptions {
  /** Whether calls may be announced and started now. */
  readonly open: Observable<boolean>;
  /** Replies that are cut: their running calls get the result `INTERRUPTED`, except for uninterruptible ones. */
  readonly ended: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** All calls that still run get this result now. */
  readonly settle: Observable<string>;
  /** How many rounds of calls a turn may have; those of a further one are only answered. */
  readonly maxRounds: number;
}

export type FunctionEvent =
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults };

/**
 * Collects, executes, settles: each round with calls is announced as soon as nothing holds the agent back, its calls run in
 * parallel, and its results come together, exactly one per call, in their order. A reply that is cut before drops them. A call
 * that was announced and is not executed gets a result that says so and why.
 */
export function functions(options: FunctionsOptions): OperatorFunction<TurnEvent, FunctionEvent> {
  const { open, ended } = options;
  return (reply) =>
    reply.pipe(
      mergeMap((event) => {
        if (event.kind !== 'round' || event.calls.length === 0) return EMPTY;
        const cut = ended.pipe(filter(({ turn }) => turn === event.turn));
        return open.pipe(
          filter(Boolean),
          take(1),
          takeUntil(cut),
          switchMap(() => round(event, cut, options)),
        );
      }),
    );
}

/** What settles its calls while they are being announced settles them before they begin. */
function round(calls: FunctionCalls, cut: Observable<unknown>, options: FunctionsOptions): Observable<FunctionEvent> {
  const { turn, round: number } = calls;
  const announced = { turn, round: number, calls: calls.calls };
  const settled = merge(cut.pipe(map(() => INTERRUPTED)), options.settle);
  return defer(() => {
    let before = calls.notExecuted;
    return concat(
      of<FunctionEvent>({ kind: 'calls', calls: announced }).pipe(
        takeUntil(settled.pipe(tap((by) => (before = whyNot(by))))),
      ),
      defer(() => combineLatest(calls.calls.map((call) => contentOf(call, number, settled, options, before)))).pipe(
        map((contents) => calls.calls.map((call, at) => resultOf(call, contents[at] ?? ''))),
        map((results): FunctionEvent => ({ kind: 'results', results: { turn, round: number, results } })),
      ),
    );
  });
}

function contentOf(
  call: FunctionCall,
  round: number,
  settled: Observable<string>,
  options: FunctionsOptions,
  why: string | undefined,
): Observable<string> {
  if (why !== undefined) return of(describeNotExecuted(why));
  return round < options.maxRounds ? execute(call, settled, options) : of(exceeded(call, options.report));
}

function resultOf({ id, function: called }: FunctionCall, content: string): FunctionResult {
  return { tool_call_id: id, role: 'tool', content, function: { ...called } };
}

function exceeded({ function: { name } }: FunctionCall, report: (error: AntiphonError) => void): string {
  const why = 'no further round of functions is permitted in this turn';
  report(new AntiphonError('function_rounds_exceeded', `"${name}" was not called: ${why}`, { failure: false }));
  return describeNotExecuted(why);
}

/** Why a call that was being announced never began. */
function whyNot(settledBy: string): string {
  return settledBy === SESSION_ENDED ? SESSION_ENDED : 'the reply had ended before the call began';
}
