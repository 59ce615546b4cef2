import { isObject } from '../../../core/isObject.ts';
import { messageOf } from '../../../core/messageOf.ts';
import type { AgentFunction } from '../../sessionControl.ts';

export type Arguments =
  | { readonly valid: true; readonly value: unknown }
  | { readonly valid: false; readonly why: string };

/**
 * Parses and checks the arguments of a call. An empty text is `{}`, and null for an optional argument counts as absent.
 */
export function parseArguments({ parameters }: AgentFunction<object>, json: string): Arguments {
  try {
    const given: unknown = JSON.parse(json.trim() === '' ? '{}' : json);
    const parsed = parameters.safeParse(given);
    if (parsed.success) return { valid: true, value: parsed.data };
    const withoutNulls = parameters.safeParse(dropNulls(given, parsed.error.issues));
    if (withoutNulls.success) return { valid: true, value: withoutNulls.data };
    const issues = parsed.error.issues.map(
      ({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`,
    );
    return { valid: false, why: issues.join('; ') };
  } catch (error) {
    return { valid: false, why: messageOf(error) };
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

/** Removes null fields that the schema rejects: models often write null for optional arguments. */
function dropNulls(given: unknown, issues: readonly Issue[]): unknown {
  const args: unknown = structuredClone(given);
  for (const { path } of issues) {
    const owner = path.slice(0, -1).reduce((value, key) => (isObject(value) ? value[String(key)] : undefined), args);
    const name = String(path.at(-1));
    if (isObject(owner) && !Array.isArray(owner) && owner[name] === null) delete owner[name];
  }
  return args;
}
