import type * as z from 'zod';
import { describeExpected, spreadKeys, UNKNOWN_FIELD } from '../../core/issues.ts';
import { Problem, type Fault } from './problem.ts';

/**
 * Validates a body and fills in its defaults.
 *
 * @throws Problem `invalid_request` with a JSON Pointer for every fault, without the values that were sent
 */
export function validateBody<Out, In>(schema: z.ZodType<Out, In>, body: unknown): Out {
  const parsed = schema.safeParse(body, { error: describeExpected });
  if (parsed.success) return parsed.data;
  throw new Problem('invalid_request', parsed.error.issues.flatMap(spreadKeys).map(toFault));
}

/** Returns the JSON Pointer (RFC 6901) of `path`. */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function toFault({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): Fault {
  const isUnknown = message.startsWith(UNKNOWN_FIELD);
  return { pointer: toJsonPointer(path), detail: isUnknown ? message : `expected ${message}` };
}
