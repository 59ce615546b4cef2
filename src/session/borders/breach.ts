import type { Issue } from '../../core/errors.ts';

/** What a port emitted that its contract does not allow. */
export interface Breach extends Issue {
  /** The segment it speaks of, where that can be told. */
  readonly segment?: number | undefined;
}

export function breach(path: string, expected: string, got: unknown): Breach {
  return { path, expected, got: describe(got) };
}

/** `Expected … to be …, got …`, for an error's message. */
export function sentenceOf({ path, expected, got }: Breach): string {
  return `expected ${path} to be ${expected}, got ${got}`;
}

const LONGEST = 40;

/** Names a value in a few words. Never throws, whatever the value is. */
export function describe(value: unknown): string {
  try {
    if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST));
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
  return typeof name !== 'string' || name === 'Object' || name === '' ? 'an object' : `a ${name.slice(0, LONGEST)}`;
}
