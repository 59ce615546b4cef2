import { asText, parseObject, type JsonObject } from '../../../src/wire/json.ts';
import type { FakeSocket } from '../kit/fake.ts';

export type MessageHandlers = Readonly<Record<string, (message: JsonObject) => void>>;

/** Handles the control message in a text frame. Reports a violation if `messages` do not know it. */
export function handleMessage(frame: string, messages: MessageHandlers, { reportViolation }: FakeSocket): void {
  const message = parseObject(frame);
  const type = asText(message?.['type']);
  if (message === null || !Object.hasOwn(messages, type)) return reportViolation(`there is no message ${frame}`);
  messages[type]?.(message);
}

/** Checks whether bytes can be 16-bit audio. Reports a violation if not. */
export function validateAudio(bytes: Uint8Array, { reportViolation }: FakeSocket): boolean {
  if (bytes.length === 0) reportViolation('an empty frame ends the stream');
  else if (Buffer.from(bytes).toString().startsWith('{"type"')) reportViolation('a control message came as audio');
  else if (bytes.length % 2 === 1) reportViolation(`a frame of ${bytes.length} bytes holds half a sample`);
  else return true;
  return false;
}

/** Decodes samples in the machine's byte order, which is that of the protocol. */
export function decodeSamples(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.slice().buffer);
}
