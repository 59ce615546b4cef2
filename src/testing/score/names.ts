import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { assertKnownName } from '../../core/names.ts';
import type { EventInputs } from '../../session/eventInputs.ts';
import { EVENT_NAMES } from '../../session/events.ts';

/** The name of one of the nine events, without `on_`. */
export type EventName = keyof EventInputs extends `on_${infer Name}` ? Name : never;

/** The name of one of the nine events, with or without `on_`. */
export type WrittenEvent = EventName | keyof EventInputs;

/**
 * Parses the name of an event, with or without `on_`.
 *
 * @throws AntiphonError `usage_invalid` for an unknown name
 */
export function parseEventName(written: WrittenEvent): EventName {
  return assertKnownName('event', SHORT_NAMES, written.replace(/^on_/u, ''));
}

/** Checks an error code. @throws AntiphonError `usage_invalid` for an unknown code */
export function parseErrorCode(code: ErrorCode): ErrorCode {
  return assertKnownName('error code', Object.keys(ERROR_CODES) as ErrorCode[], code);
}

const SHORT_NAMES = EVENT_NAMES.map((name) => name.replace(/^on_/u, '') as EventName);
