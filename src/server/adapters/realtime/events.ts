/** An event of the server, without its `event_id`. */
export type RealtimeEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Returns a function that writes events, each with an `event_id` of its own. */
export function createEventWriter(): (event: RealtimeEvent) => string {
  let count = 0;
  return (event) => JSON.stringify({ event_id: `event_${count++}`, ...event });
}

/** What is wrong with an event of the client. */
export interface ClientError {
  readonly code: string;
  /** What was expected, and what came. */
  readonly message: string;
  /** The field. */
  readonly param?: string | undefined;
  /** The `event_id` of the client's event. */
  readonly eventId?: string | undefined;
}

/** Creates the event that refuses one of the client's. */
export function createClientError({ code, message, param, eventId }: ClientError): RealtimeEvent {
  const error = { type: 'invalid_request_error', code, message, param: param ?? null, event_id: eventId ?? null };
  return { type: 'error', error };
}

/** Creates the event of a failure after which the session ends, or of what it has survived, which is a warning. */
export function createSessionError({ code, message, fatal }: SessionFailure): RealtimeEvent {
  if (!fatal) return { type: 'antiphon.warning', code, message };
  return { type: 'error', error: { type: 'server_error', code, message, param: null, event_id: null } };
}

/** Says that an event has no effect. Clients that do not know this type ignore it. */
export function createWarning(event: string, message: string): RealtimeEvent {
  return { type: 'antiphon.warning', event, message };
}

/** Says that fields of an event have no effect. */
export function createFieldsWarning(event: string, params: readonly string[]): RealtimeEvent {
  return { ...createWarning(event, `Without effect here: ${params.join(', ')}.`), params };
}

export interface SessionFailure {
  readonly code: string;
  readonly message: string;
  readonly fatal: boolean;
}
