import type { ErrorCode } from '../../../core/errors.ts';
import type { Performance, Reported } from '../performance.ts';
import { errorMoment } from '../picture.ts';
import { writeTime } from '../../diagram/time.ts';
import type { Expectation, Fault } from './fault.ts';

export function expectError(code: ErrorCode): Expectation {
  return ({ errors }) => {
    if (errors.some(({ error }) => error.code === code)) return [];
    const codes = errors.map(({ error }) => error.code).join(', ');
    return [{ text: `errors.has('${code}'): it was not reported${codes === '' ? '' : `, but ${codes}`}` }];
  };
}

export function expectNoError(code: ErrorCode): Expectation {
  return ({ errors }) =>
    errors.filter(({ error }) => error.code === code).map((reported) => faultOf(`errors.never('${code}')`, reported));
}

/** A failure is a fault, unless the score says that it is to be expected. */
export function expectNoOtherFailure(foreseen: readonly ErrorCode[]): Expectation {
  return ({ errors }: Performance) =>
    errors
      .filter(({ error: { code, details } }) => details.failure !== false && !foreseen.includes(code))
      .map((reported) => faultOf(`a failure without errors.has('${reported.error.code}')`, reported));
}

function faultOf(what: string, reported: Reported): Fault {
  const { atMs, error } = reported;
  return { text: `${what}: it came at ${writeTime(atMs)}: ${error.message}`, unwanted: [errorMoment(reported)] };
}
