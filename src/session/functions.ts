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
import { execute, INTERRUPTED, SESSION_ENDED, type ExecuteOptions } from './functions/execute.ts';

export interface FunctionsOptions extends ExecuteOptions {
  /** `true` while calls may be announced and started. */
  readonly open: Observable<boolean>;
  /** Replies that are cut: their running calls get the result `INTERRUPTED`, except for uninterruptible calls. */
  readonly ended: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Settles all running calls with this result. */
  readonly settle: Observable<string>;
  /** Rounds of calls per turn. Calls of further rounds are answered without being executed. */
  readonly maxRounds: number;
}

export type FunctionEvent =
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults };

/**
 * Executes the calls of each round. A round is announced as soon as `open` is `true`; its calls run in parallel, and its results
 * are emitted together, exactly one per call, in their order. A reply that is cut before drops the calls. The result of an
 * announced call that is not executed gives the reason.
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
          switchMap(() => executeRound(event, cut, options)),
        );
      }),
    );
}

/** Executes one round. Calls that are settled while they are announced are not executed. */
function executeRound(
  { turn, round, calls, notExecuted }: FunctionCalls,
  cut: Observable<unknown>,
  options: FunctionsOptions,
): Observable<FunctionEvent> {
  const settled = merge(cut.pipe(map(() => INTERRUPTED)), options.settle);
  let refusal = notExecuted;
  const announced = of<FunctionEvent>({ kind: 'calls', calls: { turn, round, calls } }).pipe(
    takeUntil(settled.pipe(tap((by) => (refusal = by === SESSION_ENDED ? by : REPLY_ENDED)))),
  );
  const executed = defer(() =>
    combineLatest(calls.map((call) => executeOrRefuse(call, round, settled, options, refusal))),
  );
  const results = executed.pipe(
    map(
      (contents): FunctionEvent => ({
        kind: 'results',
        results: { turn, round, results: createResults(calls, contents) },
      }),
    ),
  );
  return concat(announced, results);
}

function createResults(calls: readonly FunctionCall[], contents: readonly string[]): readonly FunctionResult[] {
  return calls.map(({ id, function: called }, at) => ({
    tool_call_id: id,
    role: 'tool',
    content: contents[at] ?? '',
    function: { ...called },
  }));
}

const REPLY_ENDED = 'the reply had ended before the call began';

/** Emits the content of one call's result. */
function executeOrRefuse(
  call: FunctionCall,
  round: number,
  settled: Observable<string>,
  options: FunctionsOptions,
  refusal: string | undefined,
): Observable<string> {
  if (refusal !== undefined) return of(`not executed: ${refusal}`);
  if (round < options.maxRounds) return execute(call, settled, options);
  const why = 'no further round of functions is permitted in this turn';
  const message = `"${call.function.name}" was not called: ${why}`;
  options.report(new AntiphonError('function_rounds_exceeded', message, { failure: false }));
  return of(`not executed: ${why}`);
}
