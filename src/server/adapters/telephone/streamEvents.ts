import * as z from 'zod';
import { DIGITS, type Digit } from '../../../core/digit.ts';
import type { PeerMessage } from '../../../core/mediaAdapter.ts';
import { ConnectionError, createFieldError } from '../../protocols/connectionError.ts';
import { parseFields, parseJsonObject } from '../../protocols/parseFields.ts';

/** A caller's audio in one message from a carrier. */
export interface CarrierAudio {
  /** The sequence number or the time in ms, depending on the carrier. */
  readonly at: number;
  readonly samples: Int16Array;
}

/** An event in a carrier's stream. */
export type StreamEvent =
  /** `encoding` of the caller's audio. Default: the carrier's only encoding. */
  | { readonly kind: 'start'; readonly stream: string; readonly encoding?: 'mulaw' | 'alaw' }
  | { readonly kind: 'audio'; readonly audio: CarrierAudio }
  | { readonly kind: 'digit'; readonly digit: Digit }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'stop' };

/** The carrier messages that a session handles, keyed by event name. */
export type StreamEvents = Readonly<Record<string, z.ZodType<StreamEvent>>>;

/** Longest audio in one message: 1 s in base64. Carriers send 20 ms. */
const MAX_PAYLOAD = 10_668;
const MAX_NAME = 256;
const PAYLOAD = `base64 of at most ${MAX_PAYLOAD} characters`;
const NAME = `a string of 1 to ${MAX_NAME} characters`;

export const payload: z.ZodType<string> = z.base64(PAYLOAD).max(MAX_PAYLOAD, PAYLOAD);
export const name: z.ZodType<string> = z.string(NAME).min(1, NAME).max(MAX_NAME, NAME);
export const digit: z.ZodType<Digit> = z.enum(DIGITS, 'one of 0 to 9, *, #, A to D');
/** A whole number; some carriers send numbers as strings. */
export const wholeNumber: z.ZodType<number> = z
  .custom<string | number>(isWhole, 'a whole number from 0')
  .transform(Number);

/** The events that several carriers send alike. */
export const dtmf: z.ZodType<StreamEvent> = z
  .object({ dtmf: z.object({ digit }) })
  .transform((event) => ({ kind: 'digit', digit: event.dtmf.digit }));
export const mark: z.ZodType<StreamEvent> = z
  .object({ mark: z.object({ name }) })
  .transform((event) => ({ kind: 'mark', name: event.mark.name }));
export const stop: z.ZodType<StreamEvent> = z.object({}).transform(() => ({ kind: 'stop' }));

/** Creates the event with a caller's audio, whose place is in the field `at`. */
export function createMedia(at: 'timestamp' | 'chunk', read: (payload: string) => Int16Array): z.ZodType<StreamEvent> {
  return z.object({ media: z.object({ [at]: wholeNumber, payload }) }).transform(({ media }) => ({
    kind: 'audio',
    audio: { at: Number(media[at]), samples: read(String(media['payload'])) },
  }));
}

function isWhole(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,15}$/u.test(String(value));
}

/**
 * Creates the parser for a carrier's text messages. It returns undefined for events without a schema, and ignores
 * unknown fields. For invalid messages, it throws a ConnectionError `protocol_error` that names the field.
 */
export function createStreamParser(events: StreamEvents): (message: PeerMessage) => StreamEvent | undefined {
  const schemas = new Map(Object.entries(events));
  return (message) => {
    if (typeof message !== 'string')
      throw new ConnectionError('protocol_error', 'Expected a text frame, got a binary one.');
    const value = parseJsonObject(message);
    const { event } = value;
    if (typeof event !== 'string') throw createFieldError('event', 'a message', 'a string', typeof event);
    const schema = schemas.get(event);
    return schema && parseFields(schema, event, value);
  };
}
