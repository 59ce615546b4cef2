import { maxDurationOf, refuseOption, type DurationOption } from '../options.ts';
import { FUNCTION_REPORTS, type FunctionReports } from './functionReports.ts';

/** Options for Pipecat's clients, which speak RTVI. */
export interface RtviOptions extends DurationOption {
  /** What clients get to know of function calls: their ids, their names too, or `all`: also arguments and results. @default 'ids' */
  readonly report_functions?: 'ids' | 'names' | 'all' | undefined;
}

export interface RtviSettings {
  readonly maxDurationS: number;
  readonly functions: FunctionReports;
  /** The time of day, in ms since 1970: transcripts have it. */
  readonly now: () => number;
}

/** Checks the option `rtvi`. @throws AntiphonError `usage_invalid` */
export function createRtviSettings({ report_functions: functions = 'ids', ...duration }: RtviOptions): RtviSettings {
  if (!FUNCTION_REPORTS.includes(functions)) {
    const expected = FUNCTION_REPORTS.map((name) => `"${name}"`).join(' or ');
    refuseOption('rtvi.report_functions', expected, `${String(functions)}`);
  }
  return { maxDurationS: maxDurationOf('rtvi', duration), functions, now: Date.now };
}
