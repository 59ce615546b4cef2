import { filter, Observable } from 'rxjs';
import type { FunctionContext } from '../session/sessionControl.ts';
import type { WrittenReport } from './format.ts';

/** A report of a function that runs in the background, among the values of its stream. */
export class FunctionReport {
  readonly written: WrittenReport;

  constructor(written: WrittenReport) {
    this.written = written;
  }
}

type Context = FunctionContext<never>;

/** Runs a function, and emits its reports before its result. */
export function withReports(context: Context, run: (context: Context) => Observable<unknown>): Observable<unknown> {
  return new Observable((subscriber) => {
    const report = (written: WrittenReport): void => subscriber.next(new FunctionReport(written));
    const given: Context = {
      ...context,
      acknowledge: (text) => report({ acknowledge: text }),
      progress: (text, { say } = {}) => report({ progress: text, ...(say !== undefined && { say }) }),
    };
    return run(given).subscribe(subscriber);
  });
}

/** Carries out the reports, and emits the result. */
export function carryOutReports(context: Context): (values: Observable<unknown>) => Observable<unknown> {
  return filter((value) => {
    if (!(value instanceof FunctionReport)) return true;
    applyReport(value.written, context);
    return false;
  });
}

export function applyReport(
  written: WrittenReport,
  { acknowledge, progress }: Pick<Context, 'acknowledge' | 'progress'>,
): void {
  if ('acknowledge' in written) acknowledge(written.acknowledge);
  else progress(written.progress, { say: written.say });
}

/** Returns whether a value of a function's stream is a report. */
export function isReport(written: object): written is WrittenReport {
  return 'acknowledge' in written || 'progress' in written;
}
