import type { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { sentenceOf } from './breach.ts';
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
