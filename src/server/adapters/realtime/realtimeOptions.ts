import { maxDurationOf, type DurationOption } from '../options.ts';

/** Options for clients of the OpenAI Realtime API. */
export interface RealtimeOptions extends DurationOption {}

export interface RealtimeSettings {
  readonly maxDurationS: number;
}

/** Checks the option `realtime`. @throws AntiphonError `usage_invalid` */
export function createRealtimeSettings(options: RealtimeOptions): RealtimeSettings {
  return { maxDurationS: maxDurationOf('realtime', options) };
}
