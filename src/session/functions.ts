import { concat, defer, EMPTY, filter, forkJoin, map, merge, mergeMap, of, switchMap, take, takeUntil } from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { FunctionCall, FunctionResult } from '../core/message.ts';
import type { EndReason, FunctionCalls, FunctionResults, TurnEvent } from '../core/turn.ts';
import type { AgentFunction, FunctionContext } from './agent.ts';
import { execute } from './functions/execute.ts';

export interface FunctionsOptions {
  /** The agent's functions, as they stand when a call is executed. */
  readonly functions: () => Readonly<Record<string, AgentFunction<object>>>;
  readonly context: (call: FunctionCall, signal: AbortSignal) => FunctionContext<never>;
  /** Whether calls may be announced and started now. */
  readonly open: Observable<boolean>;
  /** Replies that are cut: their calls get the result `interrupted`, but for those that cannot be interrupted. */
  readonly ended: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** All calls that still run get this result now. */
  readonly settle: Observable<string>;
  /** How many rounds of calls a turn may have; those of a further one are only answered. */
  readonly maxRounds: number;
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

export type FunctionEvent =
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults };

/**
 * Collects, executes, settles: each round with calls is announced as soon as nothing holds the agent back, its calls run in
 * parallel, and its results come together, exactly one per call, in their order. A reply that is cut before drops them.
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

function round(calls: FunctionCalls, cut: Observable<unknown>, options: FunctionsOptions): Observable<FunctionEvent> {
  const { turn, round: number } = calls;
  const announced = { turn, round: number, calls: calls.calls };
  return concat(
    of<FunctionEvent>({ kind: 'calls', calls: announced }),
    defer(() => forkJoin(calls.calls.map((call) => resultOf(call, number, cut, options)))).pipe(
      map((results): FunctionEvent => ({ kind: 'results', results: { turn, round: number, results } })),
    ),
  );
}

function resultOf(
  call: FunctionCall,
  round: number,
  cut: Observable<unknown>,
  options: FunctionsOptions,
): Observable<FunctionResult> {
  const { maxRounds, report, settle } = options;
  const settled = merge(cut.pipe(map(() => 'interrupted' as const)), settle);
  const content = round < maxRounds ? execute(call, settled, options) : of(exceeded(call, report));
  return content.pipe(
    map(
      (text): FunctionResult => ({
        tool_call_id: call.id,
        role: 'tool',
        content: text,
        function: { ...call.function },
      }),
    ),
  );
}

function exceeded({ function: { name } }: FunctionCall, report: (error: AntiphonError) => void): string {
  const message = `"${name}" was not called: no further round of functions is permitted in this turn`;
  report(new AntiphonError('function_rounds_exceeded', message, { failure: false }));
  return `error: ${message}`;
}
