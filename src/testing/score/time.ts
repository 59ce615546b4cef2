import { DURATION, parseDuration } from '../../core/duration.ts';
import { AntiphonError } from '../../core/errors.ts';
import { parseEventName, type EventName, type WrittenEvent } from './names.ts';

/** Times and durations: `1s`, `1.5s`, `700ms`. */
export type Duration = `${number}s` | `${number}ms`;

/** A time relative to an event. Created by `after`. */
export interface After {
  readonly event: EventName;
  readonly delayMs: number;
  /** The number of the occurrence, from 1. */
  readonly nth: number;
}

/** A time from the start of the session, or relative to an event. */
export type At = Duration | After;

/**
 * Creates the time `delay` after an event. All lines with the same event refer to the same occurrence: the first after
 * the action above the first of these lines. `nth` selects the second, third … occurrence instead.
 *
 * @default delay: 0s
 */
export function after(event: WrittenEvent, delay: Duration = '0s', nth: number = 1): After {
  if (!Number.isInteger(nth) || nth < 1)
    throw new AntiphonError('usage_invalid', `after: expected a number of 1 or more for nth, got ${nth}`);
  return { event: parseEventName(event), delayMs: parseMs(delay), nth };
}

/**
 * Checks a time.
 *
 * @throws AntiphonError `usage_invalid` for an invalid time
 */
export function parseAt(written: At): At {
  if (typeof written !== 'object') parseMs(written);
  return written;
}

/** Parses a duration. @throws AntiphonError `usage_invalid` */
export function parseMs(duration: Duration): number {
  const ms = parseDuration(duration);
  if (ms === undefined) throw new AntiphonError('usage_invalid', `expected ${DURATION}, got "${duration}"`);
  return ms;
}

export function formatAt(at: At): string {
  if (typeof at === 'string') return at;
  return `${at.delayMs} ms after ${at.event}${at.nth === 1 ? '' : ` number ${at.nth}`}`;
}
