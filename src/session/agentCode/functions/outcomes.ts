import { filter, map, timer, type Observable, type SchedulerLike } from 'rxjs';
import { INTERRUPTED, STILL_RUNNING } from '../../../core/callResult.ts';
import { AntiphonError } from '../../../core/errors.ts';
import type { FunctionResult } from '../../../core/message.ts';
import { messageOf } from '../../../core/messageOf.ts';
import type { AgentFunction } from '../../sessionControl.ts';
import type { Contain } from '../../containment/containment.ts';

/** The content of a result and its origin. The outcome of a call that is still running is followed by another one. */
export interface Outcome {
  readonly content: string;
  readonly by: 'return' | 'settlement' | 'still running';
}

export interface OutcomeOptions {
  /** Runs the code of functions. @default `contain` */
  readonly contain?: Contain | undefined;
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

/** Emits the outcomes of a call that is settled before it returns. */
export function settlements(
  { uninterruptible }: AgentFunction<object>,
  settled: Observable<string>,
): Observable<Outcome> {
  return settled.pipe(
    filter((content) => !(uninterruptible && content === INTERRUPTED)),
    map((content) => ({
      content,
      by: uninterruptible && content === STILL_RUNNING ? 'still running' : 'settlement',
    })),
  );
}

/** Emits the outcome of a call that does not return in time. */
export function timeout(seconds: number, name: string, { report, scheduler }: OutcomeOptions): Observable<Outcome> {
  return timer(seconds * 1000, scheduler).pipe(
    map(() => ({ content: fail(`"${name}" did not return within ${seconds} s`, report), by: 'settlement' })),
  );
}

/**
 * Reports an exception of a function, and returns the result for the model, which contains the text of the exception.
 */
export function failWith(error: unknown, name: string, report: OutcomeOptions['report']): string {
  return fail(`"${name}" failed: ${messageOf(error)}`, report, error);
}

/** Checks whether a result contains the text of an exception. */
export function holdsException({ content, function: { name } }: FunctionResult): boolean {
  return content.startsWith(`error: "${name}" failed: `);
}

/** Reports a failure and returns the result for the model. */
export function fail(message: string, report: OutcomeOptions['report'], cause?: unknown): string {
  report(new AntiphonError('function_failed', message, { failure: false, cause }));
  return `error: ${message}`;
}
