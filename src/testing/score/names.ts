import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { assertKnownName, type NameSet } from '../../core/names.ts';
import type { EventInputs } from '../../session/agent.ts';

/** The nine events, without `on_`. */
export type EventName = keyof EventInputs extends `on_${infer Name}` ? Name : never;

/** The nine events, with `on_` or without. */
export type WrittenEvent = EventName | keyof EventInputs;

/**
 * Parses the name of an event, with `on_` or without.
 *
 * @throws AntiphonError `usage_invalid` for an unknown name
 */
export function parseEventName(written: WrittenEvent): EventName {
  return assertKnownName('event', EVENT_NAMES, written.replace(/^on_/u, ''));
}

/** Checks an error code. @throws AntiphonError `usage_invalid` for an unknown code */
export function parseErrorCode(code: ErrorCode): ErrorCode {
  return assertKnownName('error code', Object.keys(ERROR_CODES) as ErrorCode[], code);
}

const EVENTS: NameSet<EventName> = {
  agent_started_speaking: true,
  user_started_speaking: true,
  agent_stopped_speaking: true,
  user_stopped_speaking: true,
  agent_message_added: true,
  user_message_added: true,
  agent_interrupted: true,
  function_calls_collected: true,
  function_calls_executed: true,
};

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** The agent's handlers of the nine events. */
export const EVENT_HANDLERS: readonly (keyof EventInputs)[] = EVENT_NAMES.map(
  (name) => `on_${name}` as keyof EventInputs,
);
