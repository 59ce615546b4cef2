import { asText, parseObject, type JsonObject } from '../../../src/wire/json.ts';
import type { FakeSocket } from '../kit/fake.ts';

export type MessageHandlers = Readonly<Record<string, (message: JsonObject) => void>>;

/** Does what the control message in a text frame says; a fault, where `messages` do not know it. */
export function handleMessage(frame: string, messages: MessageHandlers, { reportViolation }: FakeSocket): void {
  const message = parseObject(frame);
  const type = asText(message?.['type']);
  if (message === null || !Object.hasOwn(messages, type)) return reportViolation(`there is no message ${frame}`);
  messages[type]?.(message);
}

/** Whether bytes can be 16-bit audio; a fault where not. */
export function validateAudio(bytes: Uint8Array, { reportViolation }: FakeSocket): boolean {
  if (bytes.length === 0) reportViolation('an empty frame ends the stream');
  else if (Buffer.from(bytes).toString().startsWith('{"type"')) reportViolation('a control message came as audio');
  else if (bytes.length % 2 === 1) reportViolation(`a frame of ${bytes.length} bytes holds half a sample`);
  else return true;
  return false;
}

/** In the machine's own order, which is the wire's on all that runs this. */
export function decodeSamples(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.slice().buffer);
}
