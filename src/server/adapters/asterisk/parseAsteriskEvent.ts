import * as z from 'zod';
import { DIGITS } from '../../../core/digit.ts';
import { createFieldError } from '../../protocols/connectionError.ts';
import { parseFields, parseJsonObject } from '../../protocols/parseFields.ts';

/** Longest text that is parsed as an event. Asterisk's longest event carries the variables of the channel. */
const MAX_TEXT = 16_384;
const MAX_NAME = 256;

const NAME = `a string of 1 to ${MAX_NAME} characters`;
const name = z.string(NAME).min(1, NAME).max(MAX_NAME, NAME);
const SIZE = 'a whole number from 0';
/** A number, which plain text carries as a string. */
const size = z
  .union([z.number(SIZE), z.string(SIZE).regex(/^\d{1,9}$/u, SIZE)], SIZE)
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 0, SIZE);

/** An Asterisk event that a session handles. */
export type AsteriskEvent =
  | { readonly event: 'MEDIA_START'; readonly format: string; readonly optimal_frame_size: number }
  | { readonly event: 'MEDIA_MARK_PROCESSED'; readonly correlation_id: string }
  | { readonly event: 'DTMF_END'; readonly digit: (typeof DIGITS)[number] }
  | { readonly event: 'ERROR'; readonly error_text: string };

const BY_EVENT: Readonly<Record<AsteriskEvent['event'], z.ZodType<AsteriskEvent>>> = {
  MEDIA_START: z.object({ event: z.literal('MEDIA_START'), format: name, optimal_frame_size: size }),
  MEDIA_MARK_PROCESSED: z.object({ event: z.literal('MEDIA_MARK_PROCESSED'), correlation_id: name }),
  DTMF_END: z.object({ event: z.literal('DTMF_END'), digit: z.enum(DIGITS, 'one of 0 to 9, *, #, A to D') }),
  ERROR: z.object({ event: z.literal('ERROR'), error_text: name }),
};

const SCHEMAS: ReadonlyMap<string, z.ZodType<AsteriskEvent>> = new Map(Object.entries(BY_EVENT));

/** The syntax of a channel's events and commands: JSON (`f(json)` in its dial string) or plain text. */
export type AsteriskSyntax = 'json' | 'plain-text';

/** Returns the syntax of an event. */
export function syntaxOf(text: string): AsteriskSyntax {
  return text.startsWith('{') ? 'json' : 'plain-text';
}

/**
 * Parses an Asterisk event in either syntax. Returns undefined for an event of another name, and ignores unknown
 * fields.
 *
 * @throws ConnectionError `protocol_error`, naming the field
 */
export function parseAsteriskEvent(text: string): AsteriskEvent | undefined {
  if (text.length > MAX_TEXT)
    throw createFieldError('text', 'a message', `at most ${MAX_TEXT} characters`, `${text.length}`);
  const value = syntaxOf(text) === 'json' ? parseJsonObject(text) : parsePlain(text);
  const { event } = value;
  if (typeof event !== 'string') throw createFieldError('event', 'a message', 'a string', typeof event);
  const schema = SCHEMAS.get(event);
  return schema && parseFields(schema, event, value);
}

/**
 * Parses `DTMF_END digit:5 channel_id:1795640835.5`, `MEDIA_MARK_PROCESSED 7` or `ERROR channel_id:1 error_text:Not
 * this.`
 */
function parsePlain(text: string): Readonly<Record<string, unknown>> {
  const [event = '', ...words] = text.split(' ');
  if (event === 'MEDIA_MARK_PROCESSED') return { event, correlation_id: words.join(' ') };
  if (event === 'ERROR') return { event, error_text: text.slice(text.indexOf('error_text:') + 'error_text:'.length) };
  const fields = words.map((word) => [word.slice(0, word.indexOf(':')), word.slice(word.indexOf(':') + 1)] as const);
  return { ...Object.fromEntries(fields), event };
}
