/** A message for the client, without its label. `id`: that of the message that it answers. */
export interface RtviEvent {
  readonly type: string;
  readonly id?: string | undefined;
  readonly data?: object | undefined;
}

/** Creates a message without data. */
export function createEvent(type: string, data: object = {}): RtviEvent {
  return { type, data };
}
