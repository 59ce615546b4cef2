import { Problem } from '../../problem.ts';

/** Parses the body of a webhook. @throws Problem `bad_request` unless it is an object */
export function parseJsonBody(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below, because it is not an object.
  }
  throw new Problem('bad_request', [], undefined, 'Expected the body to be a JSON object.');
}
