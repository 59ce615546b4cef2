import type * as z from 'zod';
import { createFieldError } from './connectionError.ts';

/** Parses the fields of an event. @throws ConnectionError `protocol_error`, naming the first invalid field */
export function parseFields<Out>(schema: z.ZodType<Out>, event: string, value: object): Out {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { path = [], message = 'of another kind' } = issue ?? {};
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
