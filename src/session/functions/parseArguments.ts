import { messageOf } from '../../core/messageOf.ts';
import type { AgentFunction } from '../sessionControl.ts';

export type Arguments =
  | { readonly valid: true; readonly value: unknown }
  | { readonly valid: false; readonly why: string };

/** Parses and checks the arguments of a call. An empty text is `{}`. */
export function parseArguments({ parameters }: AgentFunction<object>, json: string): Arguments {
  try {
    const parsed = parameters.safeParse(JSON.parse(json.trim() === '' ? '{}' : json));
    if (parsed.success) return { valid: true, value: parsed.data };
    const issues = parsed.error.issues.map(
      ({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`,
    );
    return { valid: false, why: issues.join('; ') };
  } catch (error) {
    return { valid: false, why: messageOf(error) };
  }
}
