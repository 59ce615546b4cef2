import * as z from 'zod';
import { DIGITS } from '../../../core/digit.ts';
import { ConnectionError, createFieldError } from '../../media/connectionError.ts';
import type { PeerMessage } from '../../../core/mediaAdapter.ts';
import { parseJsonObject } from '../parseJsonObject.ts';

/** Longest audio of one message: 1 s in base64. Twilio sends 20 ms. */
const MAX_PAYLOAD = 10_668;
const MAX_NAME = 256;

const PAYLOAD = `base64 of at most ${MAX_PAYLOAD} characters`;
const payload = z.base64(PAYLOAD).max(MAX_PAYLOAD, PAYLOAD);
const TIMESTAMP = 'a whole number from 0, in a string';
const timestamp = z
  .string(TIMESTAMP)
  .regex(/^\d{1,12}$/u, TIMESTAMP)
  .transform(Number);
const NAME = `a string of 1 to ${MAX_NAME} characters`;
const name = z.string(NAME).min(1, NAME).max(MAX_NAME, NAME);

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'audio/x-mulaw'),
  sampleRate: z.literal(8000, '8000'),
  channels: z.literal(1, '1'),
});

/** A message of Twilio's that means something to a session. */
export type TwilioMessage =
  | { readonly event: 'start'; readonly streamSid: string; readonly start: { readonly mediaFormat: object } }
  | { readonly event: 'media'; readonly media: { readonly timestamp: number; readonly payload: string } }
  | { readonly event: 'dtmf'; readonly dtmf: { readonly digit: (typeof DIGITS)[number] } }
  | { readonly event: 'mark'; readonly mark: { readonly name: string } }
  | { readonly event: 'stop' };

const BY_EVENT: Readonly<Record<TwilioMessage['event'], z.ZodType<TwilioMessage>>> = {
  start: z.object({ event: z.literal('start'), streamSid: name, start: z.object({ mediaFormat }) }),
  media: z.object({ event: z.literal('media'), media: z.object({ timestamp, payload }) }),
  dtmf: z.object({
    event: z.literal('dtmf'),
    dtmf: z.object({ digit: z.enum(DIGITS, 'one of 0 to 9, *, #, A to D') }),
  }),
  mark: z.object({ event: z.literal('mark'), mark: z.object({ name }) }),
  stop: z.object({ event: z.literal('stop') }),
};

const SCHEMAS: ReadonlyMap<string, z.ZodType<TwilioMessage>> = new Map(Object.entries(BY_EVENT));

/**
 * Parses a message of Twilio's. Returns undefined for one of another event, such as `connected`, and ignores unknown fields.
 *
 * @throws ConnectionError `protocol_error`, naming the field
 */
export function parseTwilioMessage(message: PeerMessage): TwilioMessage | undefined {
  if (typeof message !== 'string')
    throw new ConnectionError('protocol_error', 'Expected a text frame, got a binary one.');
  const value = parseJsonObject(message);
  const { event } = value;
  if (typeof event !== 'string') throw createFieldError('event', 'a message', 'a string', typeof event);
  const schema = SCHEMAS.get(event);
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw createFieldError(issue?.path.join('.') ?? '', event, issue?.message ?? 'of another kind', 'something else');
}
