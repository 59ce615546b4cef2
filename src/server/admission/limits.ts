import { AntiphonError } from '../../core/errors.ts';

/** Options that limit the number of sessions on a server. */
export interface AdmissionLimitOptions {
  /** Number of concurrent sessions, including those that nobody has joined, from 1 to 1000000. @default 1000 */
  readonly max_sessions?: number | undefined;
  /** Delay of the event loop above which no session is started, in seconds from 0.01 to 60. @default 0.1 */
  readonly max_loop_delay?: number | undefined;
  /** Share of the heap in use above which no session is started, from 0.1 to 1. @default 0.85 */
  readonly max_heap?: number | undefined;
}

/** The same limits, with times in ms. */
export interface AdmissionLimits {
  readonly maxSessions: number;
  readonly maxLoopDelayMs: number;
  readonly maxHeap: number;
}

/** Fills in the defaults. @throws AntiphonError `usage_invalid` for a value out of range */
export function createAdmissionLimits(options: AdmissionLimitOptions): AdmissionLimits {
  const { max_sessions = 1000, max_loop_delay = 0.1, max_heap = 0.85 } = options;
  check('max_sessions', Number.isInteger(max_sessions), max_sessions, 'a whole number', 1, 1_000_000);
  check('max_loop_delay', true, max_loop_delay, 'seconds', 0.01, 60);
  check('max_heap', true, max_heap, 'a share', 0.1, 1);
  return { maxSessions: max_sessions, maxLoopDelayMs: max_loop_delay * 1000, maxHeap: max_heap };
}

function check(
  name: keyof AdmissionLimitOptions,
  isValid: boolean,
  value: number,
  kind: string,
  least: number,
  most: number,
): void {
  if (isValid && typeof value === 'number' && value >= least && value <= most) return;
  const message = `${name}: expected ${kind} from ${least} to ${most}, got ${String(value)}`;
  throw new AntiphonError('usage_invalid', message, { path: name });
}
