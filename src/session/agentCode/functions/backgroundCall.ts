import { ReplaySubject, Subject, type Observable } from 'rxjs';
import { describeInput } from '../../../core/describeInput.ts';
import { createResult, INTERRUPTED } from '../../../core/callResult.ts';
import { AntiphonError } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { FunctionCall } from '../../../core/message.ts';
import type { BackgroundNews, FunctionResults, ResultPolicy } from '../../../core/turn.ts';
import type { FunctionContext } from '../../sessionControl.ts';
import { execute, type ExecuteOptions } from './execute.ts';

/** The first result of a call that sets no other one. */
export const ACKNOWLEDGED = 'running in the background: the result follows';

/** The place of a call in the conversation. */
export interface CallPlace {
  readonly turn: number;
  readonly round: number;
}

/** The first result of a call. With a policy, it is an acknowledgement. */
export interface FirstResult {
  readonly content: string;
  readonly policy?: ResultPolicy | undefined;
}

/** A function that runs in the background. */
export interface BackgroundCall {
  readonly call: FunctionCall;
  readonly isOver: boolean;
  /** Returns the result for the results of the round: the final one, if the function has returned by then. */
  first(): FirstResult;
  /** Emits its progress and its final result after the first one. Completes with the call. */
  readonly news: Observable<FunctionResults>;
  /** Ends it as interrupted. `isAsked`: the agent knows why, so that no reply follows. */
  end(isAsked: boolean): void;
  /** Aborts it without a result. */
  unsubscribe(): void;
}

/** Starts a call. Until its first result is taken, everything but progress goes into that. */
export function startBackgroundCall(
  call: FunctionCall,
  { turn, round }: CallPlace,
  given: ResultPolicy,
  options: ExecuteOptions,
): BackgroundCall {
  const news = new ReplaySubject<FunctionResults>();
  const settled = new Subject<string>();
  let phase: 'starting' | 'acknowledged' | 'over' = 'starting';
  let first = ACKNOWLEDGED;
  let policy = given;
  const emit = (content: string, background: BackgroundNews): void =>
    news.next({ turn, round, results: [createResult(call, content)], background });
  const complete = (content: string): void => {
    const isFirst = phase === 'starting';
    // It is over before its result is emitted: the model may call the function again in that instant.
    phase = 'over';
    if (isFirst) first = content;
    else emit(content, { kind: 'final', policy });
    news.complete();
  };
  const report = createReport(call, options, (text, say) => {
    if (phase !== 'over') emit(text, { kind: 'progress', ...(say !== undefined && { say }) });
  });
  const context = (called: FunctionCall, signal: AbortSignal): FunctionContext<never> => ({
    ...options.context(called, signal),
    progress: report,
    acknowledge: (text) => {
      if (phase !== 'starting') report(text);
      else if (isText(text, 'acknowledge', call, options)) first = text;
    },
  });
  const running = execute(call, settled, { ...options, context }).subscribe(complete);
  return {
    call,
    get isOver() {
      return phase === 'over';
    },
    first: () => {
      if (phase === 'over') return { content: first };
      phase = 'acknowledged';
      return { content: first, policy };
    },
    news,
    end: (isAsked) => {
      if (isAsked) policy = 'silent';
      settled.next(INTERRUPTED);
    },
    unsubscribe: () => running.unsubscribe(),
  };
}

/** Creates `progress` of the context. */
function createReport(
  call: FunctionCall,
  options: ExecuteOptions,
  emit: (text: string, say: string | undefined) => void,
): FunctionContext<never>['progress'] {
  let count = 0;
  return (text, { say = false } = {}) => {
    if (!isText(text, 'progress', call, options)) return;
    const spoken = say === true ? text : say === false ? undefined : say;
    if (spoken !== undefined && !isText(spoken, 'progress', call, options, LIMITS.sayText)) return;
    count += 1;
    if (count <= LIMITS.progress) emit(text, spoken);
    else if (count === LIMITS.progress + 1)
      options.report(createContextFault(call, 'progress', `${LIMITS.progress} calls`, 'more'));
  };
}

/** Checks a text of a function. Reports a fault. */
function isText(
  text: unknown,
  method: string,
  call: FunctionCall,
  { report }: Pick<ExecuteOptions, 'report'>,
  limit: number = LIMITS.functionResult,
): text is string {
  if (typeof text !== 'string') report(createContextFault(call, method, 'a string', describeInput(text)));
  else if (text.length > limit) report(createContextFault(call, method, `at most ${limit} characters`, 'more'));
  else return true;
  return false;
}

/** Creates the error for a wrong call of a method of the context. */
export function createContextFault(
  { function: { name } }: FunctionCall,
  method: string,
  expected: string,
  got: string,
): AntiphonError {
  const message = `${method}() of "${name}": expected ${expected}, got ${got}`;
  return new AntiphonError('usage_invalid', message, { failure: false, path: method });
}
