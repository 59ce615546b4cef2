import type * as z from 'zod';
import { expectation, spreadKeys, UNKNOWN_FIELD } from '../../session/config/issues.ts';
import { Problem } from '../problem.ts';
import type { Fault } from '../problem.ts';

/**
 * A body as its schema has it, with defaults.
 *
 * @throws Problem `invalid_request`, which names every fault by its place and shows nothing of what came
 */
export function validateBody<Out, In>(schema: z.ZodType<Out, In>, body: unknown): Out {
  const parsed = schema.safeParse(body, { error: expectation });
  if (parsed.success) return parsed.data;
  throw new Problem('invalid_request', parsed.error.issues.flatMap(spreadKeys).map(faultOf));
}

/** A JSON Pointer (RFC 6901) to what lies at `path`. */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function faultOf({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): Fault {
  const isUnknown = message.startsWith(UNKNOWN_FIELD);
  return { pointer: toJsonPointer(path), detail: isUnknown ? message : `expected ${message}` };
}
