import type { HrTime } from '@opentelemetry/api';

/** Converts scheduler time to dates. */
export type DateOf = (atMs: number) => HrTime;

/** Creates the conversion in which scheduler time `atMs` is the date `unixMs`, in ms since 1970. */
export function createDateOf(unixMs: number, atMs: number): DateOf {
  const originMs = unixMs - atMs;
  return (at) => {
    const seconds = Math.floor((originMs + at) / 1000);
    const nanos = Math.round((originMs + at - seconds * 1000) * 1e6);
    return nanos < 1e9 ? [seconds, nanos] : [seconds + 1, 0];
  };
}
