import type { AntiphonError, ErrorCode } from '../../../core/errors.ts';
import type { ConversationLog, TimedError } from '../conversationLog.ts';
import { errorMoment } from '../lanes.ts';
import { writeTime } from '../../../draw/text/moment.ts';
import type { Expectation, Mismatch } from './expectation.ts';

export function expectError(code: ErrorCode): Expectation {
  return ({ errors }) => {
    if (errors.some(({ error }) => error.code === code)) return [];
    const codes = errors.map(({ error }) => error.code).join(', ');
    return [{ text: `errors.has('${code}'): it was not reported${codes === '' ? '' : `; reported: ${codes}`}` }];
  };
}

export function expectNoError(code: ErrorCode): Expectation {
  return ({ errors }) =>
    errors
      .filter(({ error }) => error.code === code)
      .map((reported) => createMismatch(`errors.never('${code}')`, reported));
}

/**
 * Expects no failures other than those declared with `errors.has`. A mismatch points to the last action before the
 * failure, or else to the score.
 */
export function expectNoOtherFailure(foreseen: readonly ErrorCode[], source: string | undefined): Expectation {
  return (log) =>
    log.errors
      .filter(({ error }) => isFailure(error) && !foreseen.includes(error.code))
      .map((reported) => ({
        ...createMismatch(`a failure without errors.has('${reported.error.code}')`, reported),
        source: findLineBefore(reported, log) ?? source,
      }));
}

function findLineBefore({ atMs }: TimedError, { started }: ConversationLog): string | undefined {
  const earlier = [...started].filter(([, start]) => start.atMs <= atMs);
  return earlier.toSorted(([, a], [, b]) => b.atMs - a.atMs)[0]?.[0].source;
}

/** Returns whether an error is a failure or a diagnostic about the agent's own code, which a test should find. */
function isFailure({ code, details }: AntiphonError): boolean {
  return details.failure !== false || OWN_CODE.has(code);
}

const OWN_CODE: ReadonlySet<ErrorCode> = new Set(['event_handler_failed', 'function_failed']);

function createMismatch(what: string, reported: TimedError): Mismatch {
  const { atMs, error } = reported;
  return { text: `${what}: it came at ${writeTime(atMs)}: ${error.message}`, unwanted: [errorMoment(reported)] };
}
