import type * as z from 'zod';
import { createFieldError, ConnectionError } from './connectionError.ts';

/** Parses the fields of an event. @throws ConnectionError `protocol_error`, naming the first invalid field */
export function parseFields<Out>(schema: z.ZodType<Out>, event: string, value: object): Out {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { path = [], message = 'of another type' } = issue ?? {};
  throw createFieldError(path.join('.'), event, message, nameAt(path, value));
}

/** Format fields whose values may be quoted in errors. Other values may be private or long. */
const FORMAT = /(?:encoding|rate|type|channels)$/iu;

/** Describes the received value of a format field. */
function nameAt(path: readonly PropertyKey[], value: object): string {
  const got = path.reduce<unknown>(
    (found, key) => (found as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    value,
  );
  const isFormat = FORMAT.test(String(path.at(-1)));
  const isName =
    isFormat && (typeof got === 'string' || typeof got === 'number') && /^[\w./+;=-]{1,32}$/u.test(String(got));
  return isName ? String(got) : 'something else';
}

/**
 * Parses a JSON object. `what` names the text in the error.
 *
 * @throws ConnectionError `protocol_error` if the text is not a JSON object
 */
export function parseJsonObject(text: string, what = 'a text frame'): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    throw new ConnectionError('protocol_error', `Expected ${what} to be JSON.`);
  }
  throw new ConnectionError('protocol_error', `Expected ${what} to be a JSON object.`);
}
