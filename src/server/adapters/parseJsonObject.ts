import { ConnectionError } from '../media/connectionError.ts';

/**
 * Parses a text frame.
 *
 * @throws ConnectionError `protocol_error` for what is no JSON object
 */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    throw new ConnectionError('protocol_error', 'Expected a text frame to be JSON.');
  }
  throw new ConnectionError('protocol_error', 'Expected a text frame to be a JSON object.');
}
