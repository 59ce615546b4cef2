import * as z from 'zod';
import { DIGITS } from '../../core/digit.ts';
import type { ClientMessage } from '../../core/protocol.ts';
import { createFieldError } from './connectionError.ts';
import { parseJsonObject } from './parseFields.ts';

/** Longest text of `input.text`, in UTF-16 code units. */
const MAX_TEXT = 8192;

/** Longest accepted id; the server's own ids are far shorter. */
const MAX_ID = 128;

/**
 * Parses a text frame. Returns null for an unknown type and ignores unknown fields, because the client may be newer
 * than the server.
 *
 * @throws ConnectionError `protocol_error`, naming the field
 */
export function parseClientMessage(text: string): ClientMessage | null {
  const value = parseJsonObject(text);
  const { type } = value;
  if (typeof type !== 'string') throw createFieldError('type', 'a message', 'a string', describe(type));
  const schema = SCHEMAS.get(type);
  if (schema === undefined) return null;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0]);
  throw createFieldError(field, type, issue?.message ?? 'of another type', describe(value[field]));
}

const ID = `a string of at most ${MAX_ID} characters`;
const id = z.string(ID).max(MAX_ID, ID);
const count = z.int('a whole number from 0').min(0, 'a whole number from 0');

const RESUMED_FROM = 'a whole number from 0, together with utterance_id';
const resume = z
  .object({
    type: z.literal('session.resume'),
    last_seq: z.int('a whole number from -1').min(-1, 'a whole number from -1'),
    utterance_id: id.optional(),
    played_samples: count.optional(),
  })
  .refine(({ utterance_id, played_samples }) => (utterance_id === undefined) === (played_samples === undefined), {
    path: ['played_samples'],
    error: RESUMED_FROM,
  });

const playback = z.object({
  type: z.enum(['playback.started', 'playback.position', 'playback.finished']),
  utterance_id: id,
  played_samples: count,
  output_latency_ms: z.number('a number from 0').min(0, 'a number from 0').optional(),
});

const cleared = z.object({
  type: z.literal('playback.cleared'),
  utterance_id: id,
  clear_id: count,
  played_samples: count,
});

const TEXT = `a string of 1 to ${MAX_TEXT} characters`;
const typed = z.object({ type: z.literal('input.text'), text: z.string(TEXT).min(1, TEXT).max(MAX_TEXT, TEXT) });

const DIGIT = 'one of 0 to 9, *, #, A to D';
const digit = z.object({ type: z.literal('input.digit'), digit: z.enum(DIGITS, DIGIT) });

const bare = z.object({
  type: z.enum(['input.commit', 'input.clear', 'input.mute', 'input.unmute', 'agent.interrupt', 'session.end']),
});

const ping = z.object({ type: z.literal('ping'), t: z.number('a finite number') });

/** Fails to compile if a message type of the protocol is missing. */
const BY_TYPE: Readonly<Record<ClientMessage['type'], z.ZodType<ClientMessage>>> = {
  'session.resume': resume,
  'playback.started': playback,
  'playback.position': playback,
  'playback.finished': playback,
  'playback.cleared': cleared,
  'input.text': typed,
  'input.digit': digit,
  'input.commit': bare,
  'input.clear': bare,
  'input.mute': bare,
  'input.unmute': bare,
  'agent.interrupt': bare,
  'session.end': bare,
  ping,
};

const SCHEMAS: ReadonlyMap<string, z.ZodType<ClientMessage>> = new Map(Object.entries(BY_TYPE));

/** Describes a value without quoting text, which may be long or private. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `a string of ${value.length} characters`;
  return typeof value === 'object' && value !== null ? 'an object' : `${value as number | boolean | null}`;
}
