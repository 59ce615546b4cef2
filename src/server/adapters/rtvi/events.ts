/** A message to the client, without its label. `id` is the id of the message that it answers. */
export interface RtviEvent {
  readonly type: string;
  readonly id?: string | undefined;
  readonly data?: object | undefined;
}

/** Creates a message without data. */
export function createEvent(type: string, data: object = {}): RtviEvent {
  return { type, data };
}

/** The name of the protocol in a session. */
export const PROTOCOL = 'rtvi';
