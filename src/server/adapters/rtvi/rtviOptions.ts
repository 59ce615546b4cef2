import { AntiphonError } from '../../../core/errors.ts';
import { FUNCTION_REPORTS, type FunctionReports } from './functionReports.ts';

/** Options for Pipecat's clients, which speak RTVI. */
export interface RtviOptions {
  /** The longest session, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
  /** What clients get to know of function calls: their ids, their names too, or `all`: also arguments and results. @default 'ids' */
  readonly report_functions?: 'ids' | 'names' | 'all' | undefined;
}

export interface RtviSettings {
  readonly maxDurationS: number;
  readonly functions: FunctionReports;
  /** The time of day, in ms since 1970: transcripts have it. */
  readonly now: () => number;
}

const MAX_DURATION_S = 86_400;

/** Checks the option `rtvi`. @throws AntiphonError `usage_invalid` */
export function createRtviSettings({
  max_duration: maxDurationS = 3600,
  report_functions: functions = 'ids',
}: RtviOptions): RtviSettings {
  if (!(maxDurationS >= 1 && maxDurationS <= MAX_DURATION_S))
    refuse('rtvi.max_duration', `seconds from 1 to ${MAX_DURATION_S}`, `${maxDurationS}`);
  if (!FUNCTION_REPORTS.includes(functions))
    refuse('rtvi.report_functions', FUNCTION_REPORTS.map((name) => `"${name}"`).join(' or '), `${String(functions)}`);
  return { maxDurationS, functions, now: Date.now };
}

function refuse(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
