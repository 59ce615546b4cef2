import type { Issue } from '../../core/errors.ts';

/** A value from a port that breaks the port's contract. */
export interface Violation extends Issue {
  /** The segment concerned, if it is known. */
  readonly segment?: number | undefined;
}

export function createViolation(path: string, expected: string, got: unknown): Violation {
  return { path, expected, got: describeValue(got) };
}

/** Describes a violation for an error message: `expected … to be …, got …`. */
export function describeViolation({ path, expected, got }: Violation): string {
  return `expected ${path} to be ${expected}, got ${got}`;
}

const MAX_SHOWN = 40;

/** Describes any value in a few words. Never throws. */
function describeValue(value: unknown): string {
  try {
    if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_SHOWN));
    if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
    return typeof value === 'object' && value !== null ? describeObject(value) : String(value);
  } catch {
    return 'an object that cannot be read';
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return 'an array';
  const { constructor } = value;
  const name: unknown = typeof constructor === 'function' ? constructor.name : 'Object';
  return typeof name !== 'string' || name === 'Object' || name === '' ? 'an object' : `a ${name.slice(0, MAX_SHOWN)}`;
}
