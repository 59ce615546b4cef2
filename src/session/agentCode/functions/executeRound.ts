import {
  combineLatest,
  concat,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  mergeMap,
  of,
  take,
  takeUntil,
  tap,
  type Observable,
} from 'rxjs';
import { createResult, INTERRUPTED, NOT_BEGUN } from '../../../core/callResult.ts';
import { AntiphonError } from '../../../core/errors.ts';
import type { FunctionCall } from '../../../core/message.ts';
import type { FunctionCalls } from '../../../core/turn.ts';
import type { Collected, FunctionEvent } from '../../stages.ts';
import type { BackgroundCall, CallPlace, FirstResult } from './backgroundCall.ts';
import type { BackgroundCalls } from './backgroundCalls.ts';
import { execute, type ExecuteOptions } from './execute.ts';
import { findFunction } from './findFunction.ts';

export interface RoundOptions extends ExecuteOptions {
  /** Rounds whose announcement was handled, so that their calls start. Default: they start at once. */
  readonly collected?: Observable<Collected> | undefined;
  /** Settles all running calls with this result, except for those in the background. */
  readonly settle: Observable<string>;
  /** The ids of calls that are asked to end. Default: none. */
  readonly cancelled?: Observable<string> | undefined;
  /** Rounds of calls per turn. Calls of further rounds are answered without being executed. */
  readonly maxRounds: number;
}

/** Announces and executes one round. Calls that are settled while they are announced are not executed. */
export function executeRound(
  { turn, round, calls, extra, notExecuted, last: isLast = false }: FunctionCalls,
  cut: Observable<unknown>,
  background: BackgroundCalls,
  options: RoundOptions,
): Observable<FunctionEvent> {
  const settled = merge(cut.pipe(map(() => INTERRUPTED)), options.settle);
  let refusal = notExecuted === undefined ? undefined : `not executed: ${notExecuted}`;
  let wanted = calls;
  const isPermitted = !isLast && round < options.maxRounds;
  const isExecuted = isPermitted && refusal === undefined;
  const filler = isExecuted ? findFiller(calls, options) : {};
  const wordsWait = isExecuted && doWordsWait(calls, options) && { wordsWait: true };
  const last = !isPermitted && { last: true };
  const handled = (options.collected ?? EMPTY).pipe(
    filter((collected) => collected.turn === turn && collected.round === round),
    take(1),
    tap(({ calls: passed, notExecuted: withheld }) => {
      if (passed !== undefined) wanted = passed;
      if (withheld !== undefined) refusal = `not executed: ${withheld}`;
    }),
    ignoreElements(),
  );
  const announced = merge(
    handled,
    of<FunctionEvent>({
      kind: 'calls',
      calls: { turn, round, calls, ...(extra && { extra }), ...filler, ...wordsWait, ...last },
    }),
  ).pipe(takeUntil(settled.pipe(tap((by) => (refusal = by === INTERRUPTED ? NOT_BEGUN : `not executed: ${by}`)))));
  const answer = (call: FunctionCall): string | undefined =>
    refusal ?? (isPermitted ? undefined : refuseRound(call, options));
  const executed = defer(() => executeCalls(wanted, { turn, round }, { answer, settled, background, options }));
  return concat(announced, executed);
}

interface Execution {
  /** Returns the result of a call that is not executed. */
  readonly answer: (call: FunctionCall) => string | undefined;
  readonly settled: Observable<string>;
  readonly background: BackgroundCalls;
  readonly options: RoundOptions;
}

/** Executes the calls of a round. Emits their first results together, and then the news of those in the background. */
function executeCalls(
  calls: readonly FunctionCall[],
  place: CallPlace,
  { answer, settled, background, options }: Execution,
): Observable<FunctionEvent> {
  const started: BackgroundCall[] = [];
  const start = (call: FunctionCall): Observable<() => FirstResult> => {
    const content = answer(call);
    if (content !== undefined) return of(() => ({ content }));
    const inBackground = findFunction(options.functions(), call.function.name)?.background;
    if (inBackground === undefined)
      return execute(call, merge(settled, cancelOf(call, options)), options).pipe(
        map((result) => () => ({ content: result })),
      );
    const begun = background.start(call, place, inBackground);
    if (typeof begun === 'string') return of(() => ({ content: begun }));
    started.push(begun);
    return of(begun.first);
  };
  return (calls.length === 0 ? of([]) : combineLatest(calls.map(start))).pipe(
    mergeMap((answers) => {
      const results = createRoundResults(
        calls,
        place,
        answers.map((first) => first()),
      );
      const news = started.map((call) =>
        call.news.pipe(map((results): FunctionEvent => ({ kind: 'results', results }))),
      );
      return concat(of(results), merge(...news));
    }),
    finalize(() => started.forEach((call) => call.unsubscribe())),
  );
}

/** Emits the result of a call that is asked to end. */
function cancelOf({ id }: FunctionCall, { cancelled = EMPTY }: RoundOptions): Observable<string> {
  return cancelled.pipe(
    filter((asked) => asked === id),
    map(() => INTERRUPTED),
  );
}

function createRoundResults(
  calls: readonly FunctionCall[],
  place: CallPlace,
  answers: readonly FirstResult[],
): FunctionEvent {
  const results = calls.map((call, at) => createResult(call, answers[at]?.content ?? ''));
  const acknowledged = calls.flatMap(({ id }, at) => {
    const policy = answers[at]?.policy;
    return policy === undefined ? [] : [{ tool_call_id: id, policy }];
  });
  return { kind: 'results', results: { ...place, results, ...(acknowledged.length > 0 && { acknowledged }) } };
}

/**
 * Returns whether a function is neither interruptible nor uninterruptible nor in the background, so that words wait for
 * its result.
 */
function doWordsWait(calls: readonly FunctionCall[], { functions }: RoundOptions): boolean {
  const known = functions();
  return calls.some(({ function: { name } }) => {
    const called = findFunction(known, name);
    return called !== undefined && !called.uninterruptible && called.interruptible !== true && !called.background;
  });
}

/** Finds the first filler of the called functions. */
function findFiller(calls: readonly FunctionCall[], { functions }: RoundOptions): Pick<FunctionCalls, 'filler'> {
  const known = functions();
  const fillers = calls.flatMap(({ function: { name } }) => findFunction(known, name)?.filler ?? []);
  return fillers[0] === undefined ? {} : { filler: fillers[0] };
}

function refuseRound({ function: { name } }: FunctionCall, { report }: RoundOptions): string {
  const why = 'no further round of functions is permitted in this turn';
  report(new AntiphonError('function_rounds_exceeded', `"${name}" was not called: ${why}`, { failure: false }));
  return `not executed: ${why}`;
}
