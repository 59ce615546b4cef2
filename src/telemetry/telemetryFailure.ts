import { asapScheduler } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';

/** Creates a function that reports, once, that an SDK or `redact` has thrown. */
export function createFailureReport(report: (error: AntiphonError) => void): (cause: unknown) => void {
  let isReported = false;
  return (cause) => {
    if (isReported) return;
    isReported = true;
    const error = new AntiphonError('telemetry_failed', 'the trace may have gaps', { failure: false, cause });
    // Deferred: this may be within the report of another error.
    asapScheduler.schedule(() => report(error));
  };
}
