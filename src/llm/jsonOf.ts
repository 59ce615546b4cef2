import { createArgumentsError } from './streamError.ts';

/**
 * Returns the arguments of a call as JSON: models of some clients have them parsed.
 *
 * @throws AntiphonError `chunk_invalid` for what JSON cannot carry
 */
export function jsonOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value ?? {}) ?? '{}';
  } catch {
    throw createArgumentsError(value);
  }
}
