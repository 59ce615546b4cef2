import * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { describeExpected } from '../../session/config/issues.ts';
import { SCOPES, type Caller } from './caller.ts';

/** The fields of a caller. */
export const callerFields: {
  readonly name: z.ZodType<string, string>;
  readonly scopes: z.ZodType<Caller['scopes'], Caller['scopes']>;
  readonly max_sessions: z.ZodType<number | undefined, number | undefined>;
  readonly max_starts_per_minute: z.ZodType<number | undefined, number | undefined>;
} = {
  // It is written to logs.
  name: z.string().regex(/^[\w.@:/-]{1,128}$/u),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).readonly(),
  max_sessions: z.int().min(1).max(1_000_000).optional(),
  max_starts_per_minute: z.int().min(1).max(1_000_000).optional(),
};

const schema: z.ZodType<Caller, Caller> = z.object(callerFields);

/** Checks what `authenticate` of an app has returned. @throws AntiphonError `usage_invalid` */
export function parseCaller(value: unknown): Caller {
  const parsed = schema.safeParse(value, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: expected ${message}`);
  throw new AntiphonError('usage_invalid', `authenticate has to return a caller or undefined; ${faults.join('; ')}`);
}
