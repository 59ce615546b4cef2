import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../../common/options.ts';
import { FUNCTION_REPORTS, type FunctionReports } from './functionEvents.ts';

/** Options for Pipecat clients, which use RTVI. */
export interface RtviOptions extends DurationOption {
  /**
   * How much clients learn about function calls: `ids`; `names`, with their ids; or `all`, also with arguments and
   * results.
   *
   * @default 'ids'
   */
  readonly report_functions?: 'ids' | 'names' | 'all' | undefined;
}

const OPTIONS: NameSet<keyof RtviOptions> = { max_duration: true, report_functions: true };

export interface RtviSettings {
  readonly maxDurationS: number;
  readonly functions: FunctionReports;
  /** The time of day, in ms since 1970, for transcripts. */
  readonly now: () => number;
}

/** Checks the option `rtvi`. @throws AntiphonError `usage_invalid` */
export function createRtviSettings(options: RtviOptions): RtviSettings {
  checkOptions('rtvi', options, OPTIONS);
  const { report_functions: functions = 'ids' } = options;
  if (!FUNCTION_REPORTS.includes(functions)) {
    const expected = FUNCTION_REPORTS.map((name) => `"${name}"`).join(' or ');
    refuseOption('rtvi.report_functions', expected, `${String(functions)}`);
  }
  return { maxDurationS: maxDurationOf('rtvi', options), functions, now: Date.now };
}
