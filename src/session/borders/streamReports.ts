import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { describeViolation, type Violation } from './violation.ts';
import type { CheckedSourceOptions } from './checkedSource.ts';
import type { BorderReports } from './borderReports.ts';

/** Reports what ends no stream of `port`: what came after an end, and a teardown that threw. */
export function createStreamReports(
  port: string,
  failure: (message: string, cause?: unknown) => AntiphonError,
  reports: BorderReports,
): Pick<CheckedSourceOptions<unknown>, 'onLate' | 'onTeardownError'> {
  return {
    onLate: (found) =>
      reports.reportOnce(`${port}: late`, () => failure(`${port} broke its contract: ${describeViolation(found)}`)),
    onTeardownError: (thrown) =>
      reports.reportOnce(`${port}: teardown`, () =>
        failure(`${port} failed while it was closed: ${messageOf(thrown)}`, thrown),
      ),
  };
}

/** The failures of a provider that the border finds. */
export interface ProviderReports extends Pick<CheckedSourceOptions<unknown>, 'onLate' | 'onTeardownError'> {
  /** The error for a breach of the contract. */
  readonly violationError: (found: Violation) => AntiphonError;
}

/** `port`: what an error calls it, such as `the voice NAME`. */
export function createProviderReports(provider: string, port: string, reports: BorderReports): ProviderReports {
  const failure = (message: string, cause?: unknown): AntiphonError =>
    new AntiphonError('provider_failed', message, { provider, cause });
  return {
    ...createStreamReports(port, failure, reports),
    violationError: (found) =>
      new AntiphonError('provider_failed', `${port} broke its contract: ${describeViolation(found)}`, {
        provider,
        path: found.path,
        segment: found.segment,
      }),
  };
}
