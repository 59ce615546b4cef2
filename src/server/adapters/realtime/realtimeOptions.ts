import { AntiphonError } from '../../../core/errors.ts';

/** Options for clients of the OpenAI Realtime API. */
export interface RealtimeOptions {
  /** The longest session, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
}

export interface RealtimeSettings {
  readonly maxDurationS: number;
}

const MAX_DURATION_S = 86_400;

/** Checks the option `realtime`. @throws AntiphonError `usage_invalid` */
export function createRealtimeSettings({ max_duration = 3600 }: RealtimeOptions): RealtimeSettings {
  if (max_duration >= 1 && max_duration <= MAX_DURATION_S) return { maxDurationS: max_duration };
  const path = 'realtime.max_duration';
  throw new AntiphonError(
    'usage_invalid',
    `${path}: expected seconds from 1 to ${MAX_DURATION_S}, got ${max_duration}`,
    {
      path,
    },
  );
}
