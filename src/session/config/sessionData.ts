import type * as z from 'zod';
import { reportFaults, type Fault } from './faults.ts';
import { lazySchema } from '../../core/zod.ts';
import { isObject } from '../../core/isObject.ts';

/** Maximum depth of the search for faults. */
const MAX_DEPTH = 100;

/**
 * The schema of session data: an object that JSON can represent, passed on as the same live object. Rejects values on
 * which `JSON.stringify` throws (a cycle, a BigInt) and functions, which it would leave out. Faults name the path.
 */
export const sessionDataSchema: () => z.ZodType<object, object> = lazySchema((z) =>
  z
    .custom<object>()
    .superRefine(
      reportFaults((value) =>
        isObject(value) ? findFaults(value) : [{ path: [], message: 'an object that JSON can carry' }],
      ),
    ),
);

/** Finds faults. Valid data is walked only once, by `JSON.stringify` itself. */
function findFaults(data: object): readonly Fault[] {
  if (isSerialisable(data)) return [];
  const found = attempt(() => [...search({ value: data, key: '', path: [], ancestors: [] }, new Set())])?.value ?? [];
  return found.length > 0 ? found : [{ path: [], message: 'an object that JSON.stringify takes' }];
}

function isSerialisable(data: object): boolean {
  let holdsFunction = false;
  try {
    JSON.stringify(data, (_key, value: unknown) => {
      if (typeof value === 'function') holdsFunction = true;
      return value;
    });
  } catch {
    return false;
  }
  return !holdsFunction;
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly path: PropertyKey[];
  readonly ancestors: readonly object[];
}

/**
 * Walks a value as `JSON.stringify` does: `toJSON` first, then its members. An object in several places is walked once.
 */
function* search({ value: raw, key, path, ancestors }: Place, walked: Set<object>): Generator<Fault> {
  const read = attempt(() => asJson(raw, key));
  if (read === null) return yield { path, message: 'a toJSON that does not throw' };
  const { value } = read;
  if (typeof value === 'function') yield { path, message: 'no function' };
  else if (isBigInt(value)) yield { path, message: 'no BigInt' };
  if (!isObject(value) || ancestors.length === MAX_DEPTH) return;
  if (ancestors.includes(value)) return yield { path, message: 'no reference to an object that contains it' };
  if (walked.has(value)) return;
  walked.add(value);
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const at = [...path, name];
    const member = attempt(() => (value as Record<PropertyKey, unknown>)[name]);
    if (member === null) yield { path: at, message: 'a getter that does not throw' };
    else yield* search({ value: member.value, key: String(name), path: at, ancestors: [...ancestors, value] }, walked);
  }
}

function asJson(value: unknown, key: string): unknown {
  if (!isObject(value) && typeof value !== 'bigint') return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value, key) as unknown) : value;
}

function attempt<T>(read: () => T): { readonly value: T } | null {
  try {
    return { value: read() };
  } catch {
    return null;
  }
}

function isBigInt(value: unknown): boolean {
  return typeof value === 'bigint' || value instanceof BigInt;
}
