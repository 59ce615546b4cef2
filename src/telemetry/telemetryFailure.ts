import { asapScheduler } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';

/** Creates a function that reports an error thrown by an SDK or `redact`, once. */
export function createFailureReport(report: (error: AntiphonError) => void): (cause: unknown) => void {
  let isReported = false;
  return (cause) => {
    if (isReported) return;
    isReported = true;
    const error = new AntiphonError('telemetry_failed', 'the trace may have gaps', { failure: false, cause });
    // Deferred, because this may run while another error is being reported.
    asapScheduler.schedule(() => report(error));
  };
}
