import {
  combineLatest,
  concat,
  defer,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  take,
  takeUntil,
  tap,
  type Observable,
} from 'rxjs';
import { AntiphonError } from '../../../core/errors.ts';
import type { FunctionCall, FunctionResult } from '../../../core/message.ts';
import type { FunctionCalls } from '../../../core/turn.ts';
import type { Collected, FunctionEvent } from '../../stages.ts';
import { execute, type ExecuteOptions } from './execute.ts';
import { INTERRUPTED, NOT_BEGUN } from './outcomes.ts';

export interface RoundOptions extends ExecuteOptions {
  /** Rounds whose announcement was handled, so that their calls start. Default: they start at once. */
  readonly collected?: Observable<Collected> | undefined;
  /** Settles all running calls with this result. */
  readonly settle: Observable<string>;
  /** Rounds of calls per turn. Calls of further rounds are answered without being executed. */
  readonly maxRounds: number;
}

/** Announces and executes one round. Calls that are settled while they are announced are not executed. */
export function executeRound(
  { turn, round, calls, extra, notExecuted }: FunctionCalls,
  cut: Observable<unknown>,
  options: RoundOptions,
): Observable<FunctionEvent> {
  const settled = merge(cut.pipe(map(() => INTERRUPTED)), options.settle);
  let refusal = notExecuted === undefined ? undefined : `not executed: ${notExecuted}`;
  let wanted = calls;
  const isPermitted = round < options.maxRounds;
  const isExecuted = isPermitted && refusal === undefined;
  const filler = isExecuted ? findFiller(calls, options) : {};
  const wordsWait = isExecuted && doWordsWait(calls, options) && { wordsWait: true };
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
      calls: { turn, round, calls, ...(extra && { extra }), ...filler, ...wordsWait },
    }),
  ).pipe(takeUntil(settled.pipe(tap((by) => (refusal = by === INTERRUPTED ? NOT_BEGUN : `not executed: ${by}`)))));
  const contentsOf = (): Observable<string>[] =>
    wanted.map((call) => {
      if (refusal !== undefined) return of(refusal);
      return isPermitted ? execute(call, settled, options) : of(refuseRound(call, options));
    });
  const executed = defer(() => (wanted.length === 0 ? of([]) : combineLatest(contentsOf()))).pipe(
    map((contents: readonly string[]): FunctionEvent => {
      const results = wanted.map((call, at) => createResult(call, contents[at] ?? ''));
      return { kind: 'results', results: { turn, round, results } };
    }),
  );
  return concat(announced, executed);
}

/** Returns whether a function is neither interruptible nor uninterruptible, so that words wait for its result. */
function doWordsWait(calls: readonly FunctionCall[], { functions }: RoundOptions): boolean {
  const known = functions();
  return calls.some(({ function: { name } }) => {
    const called = Object.hasOwn(known, name) ? known[name] : undefined;
    return called !== undefined && !called.uninterruptible && called.interruptible !== true;
  });
}

/** Finds the first filler of the called functions. */
function findFiller(calls: readonly FunctionCall[], { functions }: RoundOptions): Pick<FunctionCalls, 'filler'> {
  const known = functions();
  const fillers = calls.flatMap(({ function: { name } }) =>
    Object.hasOwn(known, name) ? (known[name]?.filler ?? []) : [],
  );
  return fillers[0] === undefined ? {} : { filler: fillers[0] };
}

function createResult({ id, function: called }: FunctionCall, content: string): FunctionResult {
  return { tool_call_id: id, role: 'tool', content, function: { ...called } };
}

function refuseRound({ function: { name } }: FunctionCall, { report }: RoundOptions): string {
  const why = 'no further round of functions is permitted in this turn';
  report(new AntiphonError('function_rounds_exceeded', `"${name}" was not called: ${why}`, { failure: false }));
  return `not executed: ${why}`;
}
