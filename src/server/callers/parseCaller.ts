import * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { callerFields } from '../../keys/parseApiKeys.ts';
import { describeExpected, formatPath } from '../../core/issues.ts';
import type { Caller } from './caller.ts';

const schema: z.ZodType<Caller, Caller> = z.object(callerFields());

/** Checks the result of an app's `authenticate`. @throws AntiphonError `usage_invalid` */
export function parseCaller(value: unknown): Caller {
  const parsed = schema.safeParse(value, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${formatPath(path)}: expected ${message}`);
  throw new AntiphonError('usage_invalid', `authenticate has to return a caller or undefined; ${faults.join('; ')}`);
}
