import type * as z from 'zod';
import { createFieldError } from '../media/connectionError.ts';

/** Parses the fields of an event. @throws ConnectionError `protocol_error`, naming the first field that is wrong */
export function parseFields<Out>(schema: z.ZodType<Out>, event: string, value: object): Out {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw createFieldError(issue?.path.join('.') ?? '', event, issue?.message ?? 'of another kind', 'something else');
}
