/** A server event, without its `event_id`. */
export type RealtimeEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Returns a function that serialises events, each with a unique `event_id`. */
export function createEventWriter(): (event: RealtimeEvent) => string {
  let count = 0;
  return (event) => JSON.stringify({ event_id: `event_${count++}`, ...event });
}

/** The error in a client event. */
export interface ClientError {
  readonly code: string;
  /** The expected and the received value. */
  readonly message: string;
  /** The name of the field. */
  readonly param?: string | undefined;
  /** The `event_id` of the client event. */
  readonly eventId?: string | undefined;
}

/** Creates the event that refuses a client event. */
export function createClientError({ code, message, param, eventId }: ClientError): RealtimeEvent {
  const error = { type: 'invalid_request_error', code, message, param: param ?? null, event_id: eventId ?? null };
  return { type: 'error', error };
}

/** Creates the event for a failure: an error if the session ends, or a warning if it continues. */
export function createSessionError({ code, message, fatal }: SessionFailure): RealtimeEvent {
  if (!fatal) return { type: 'antiphon.warning', code, message };
  return { type: 'error', error: { type: 'server_error', code, message, param: null, event_id: null } };
}

/** Creates the warning that an event has no effect. Clients ignore event types that they do not know. */
export function createWarning(event: string, message: string): RealtimeEvent {
  return { type: 'antiphon.warning', event, message };
}

/** Creates the warning that fields of an event have no effect. */
export function createFieldsWarning(event: string, params: readonly string[]): RealtimeEvent {
  return { ...createWarning(event, `These fields have no effect: ${params.join(', ')}.`), params };
}

export interface SessionFailure {
  readonly code: string;
  readonly message: string;
  readonly fatal: boolean;
}
