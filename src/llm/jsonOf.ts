import { createArgumentsError } from './streamError.ts';

/**
 * Returns the arguments of a call as JSON, because some clients parse them.
 *
 * @throws AntiphonError `chunk_invalid` for values that JSON cannot represent
 */
export function jsonOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value ?? {}) ?? '{}';
  } catch {
    throw createArgumentsError(value);
  }
}
