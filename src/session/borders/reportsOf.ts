import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { sentenceOf } from './breach.ts';
import type { Breach } from './breach.ts';
import type { InletOptions } from './inlet.ts';
import type { BorderReports } from './reports.ts';

/** Reports what ends no stream of `port`: what came after an end, and a teardown that threw. */
export function reportsOf(
  port: string,
  failure: (message: string, cause?: unknown) => AntiphonError,
  reports: BorderReports,
): Pick<InletOptions<unknown>, 'late' | 'teardownFailed'> {
  return {
    late: (found) => reports.once(`${port}: late`, () => failure(`${port} broke its contract: ${sentenceOf(found)}`)),
    teardownFailed: (thrown) =>
      reports.once(`${port}: teardown`, () =>
        failure(`${port} failed while it was closed: ${messageOf(thrown)}`, thrown),
      ),
  };
}

/** The failures of a provider that the border finds. */
export interface ProviderFailures extends Pick<InletOptions<unknown>, 'late' | 'teardownFailed'> {
  /** The error for a breach of the contract. */
  readonly breached: (found: Breach) => AntiphonError;
}

/** `port`: what an error calls it, such as `the voice NAME`. */
export function providerFailures(provider: string, port: string, reports: BorderReports): ProviderFailures {
  const failure = (message: string, cause?: unknown): AntiphonError =>
    new AntiphonError('provider_failed', message, { provider, cause });
  return {
    ...reportsOf(port, failure, reports),
    breached: (found) =>
      new AntiphonError('provider_failed', `${port} broke its contract: ${sentenceOf(found)}`, {
        provider,
        path: found.path,
        segment: found.segment,
      }),
  };
}
