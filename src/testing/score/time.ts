import { DURATION, parseDuration } from '../../core/duration.ts';
import { AntiphonError } from '../../core/errors.ts';
import { parseEventName } from './names.ts';
import type { EventName, WrittenEvent } from './names.ts';

/** Times and durations: `1s`, `1.5s`, `700ms`. */
export type Duration = `${number}s` | `${number}ms`;

/** A time that depends on how the conversation goes. Made by `after`. */
export interface After {
  readonly event: EventName;
  readonly delayMs: number;
  /** The which of these events it is, from 1. */
  readonly nth: number;
}

/** When: counted from the start of the session, or from an event. */
export type At = Duration | After;

/**
 * The time `delay` after an event. All lines that are counted from an event mean the same one: the first since the action above
 * the first of them. `nth`: the second, third … since then.
 *
 * @default delay: the very time of the event
 */
export function after(event: WrittenEvent, delay: Duration = '0s', nth: number = 1): After {
  if (!Number.isInteger(nth) || nth < 1)
    throw new AntiphonError('usage_invalid', `after: expected a number of 1 or more for nth, got ${nth}`);
  return { event: parseEventName(event), delayMs: parseMs(delay), nth };
}

/**
 * A time as it is written.
 *
 * @throws AntiphonError `usage_invalid`: it is none
 */
export function parseAt(written: At): At {
  if (typeof written !== 'object') parseMs(written);
  return written;
}

/** @throws AntiphonError `usage_invalid` */
export function parseMs(duration: Duration): number {
  const ms = parseDuration(duration);
  if (ms === undefined) throw new AntiphonError('usage_invalid', `expected ${DURATION}, got "${duration}"`);
  return ms;
}

/** A time, in words. */
export function formatAt(at: At): string {
  if (typeof at === 'string') return at;
  return `${at.delayMs} ms after ${at.event}${at.nth === 1 ? '' : ` number ${at.nth}`}`;
}
