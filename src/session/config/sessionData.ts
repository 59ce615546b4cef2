import * as z from 'zod';
import type { Fault } from './faults.ts';
import { reportAll } from './faults.ts';

/** Deeper nesting is a slip or an attack: walking it, as JSON does, overflows the stack. */
const MAX_DEPTH = 100;

/** A plain JSON object, passed on as the same live object. Each member that JSON cannot carry is refused by its path. */
export const sessionDataSchema: z.ZodType<object, object> = z
  .custom<object>()
  .superRefine(
    reportAll((value) => (isPlainObject(value) ? faultsOf(value) : [{ path: [], message: 'a plain JSON object' }])),
  );

function* faultsOf(value: unknown, path: PropertyKey[] = [], ancestors: readonly object[] = []): Generator<Fault> {
  if (!isContainer(value)) {
    if (!isScalar(value)) yield { path, message: 'a value that JSON can carry' };
  } else if (ancestors.includes(value)) yield { path, message: 'no reference to an object that contains it' };
  else if (ancestors.length === MAX_DEPTH) yield { path, message: `nesting at most ${MAX_DEPTH} levels deep` };
  else for (const [key, member] of membersOf(value)) yield* faultsOf(member, [...path, key], [...ancestors, value]);
}

type Container = unknown[] | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isPlainObject(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Known by having no prototype above it: an object of another realm is as plain as ours.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function membersOf(value: Container): Iterable<readonly [PropertyKey, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}
