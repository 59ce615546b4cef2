import { AntiphonError } from '../../core/errors.ts';
import type { EventInputs } from '../../session/agent.ts';

/** Times and durations: `1s`, `1.5s`, `700ms`. */
export type Duration = `${number}s` | `${number}ms`;

/** The nine events, without `on_`. */
export type EventName = keyof EventInputs extends `on_${infer Name}` ? Name : never;

/** A time that depends on how the conversation goes. Made by `after`. */
export interface After {
  readonly event: EventName;
  readonly delayMs: number;
}

/** When: counted from the start of the session, or from an event. */
export type At = Duration | After;

/** The time `delay` after an event. @default delay: the very time of the event */
export function after(event: EventName, delay: Duration = '0s'): After {
  return { event, delayMs: msOf(delay) };
}

/** @throws AntiphonError `usage_invalid` */
export function msOf(duration: Duration): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/u.exec(duration) ?? [];
  if (amount === undefined)
    throw new AntiphonError('usage_invalid', `expected a time such as "1.5s" or "700ms", got "${duration}"`);
  return unit === 's' ? Math.round(Number(amount) * 1e6) / 1e3 : Number(amount);
}

/** A time, in words. */
export function writeAt(at: At): string {
  return typeof at === 'string' ? at : `${at.delayMs} ms after ${at.event}`;
}
