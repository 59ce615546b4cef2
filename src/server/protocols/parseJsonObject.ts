import { ConnectionError } from './connectionError.ts';

/**
 * Parses a JSON object. `what` names the text in the error.
 *
 * @throws ConnectionError `protocol_error` if the text is not a JSON object
 */
export function parseJsonObject(text: string, what = 'a text frame'): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    throw new ConnectionError('protocol_error', `Expected ${what} to be JSON.`);
  }
  throw new ConnectionError('protocol_error', `Expected ${what} to be a JSON object.`);
}
