import type * as z from 'zod';
import { lazySchema } from '../../core/zod.ts';
import { reportFaults, type Fault } from './faults.ts';

/** Limits of a dictionary. Text is counted in UTF-16 code units. */
const MAX_ENTRIES = 1000;
const MAX_LENGTH = 100;

type Dictionary = Readonly<Record<string, string>>;

/** The schema of a dictionary from written words to spoken ones. */
export const pronunciationDictionary: () => z.ZodType<Dictionary, Dictionary> = lazySchema((z) =>
  z.custom<Dictionary>().superRefine(reportFaults(findFaults)),
);

function* findFaults(dictionary: unknown): Generator<Fault> {
  if (typeof dictionary !== 'object' || dictionary === null || Array.isArray(dictionary))
    return yield { path: [], message: 'an object of strings' };
  const entries = Object.entries(dictionary);
  if (entries.length > MAX_ENTRIES) return yield { path: [], message: `at most ${MAX_ENTRIES} entries` };
  for (const [written, spoken] of entries) yield* findEntryFaults(written, spoken);
}

function* findEntryFaults(written: string, spoken: unknown): Generator<Fault> {
  const path = [written];
  if (!/[\p{L}\p{N}\p{S}]/u.test(written)) yield { path, message: 'a word with at least one letter, digit or sign' };
  if (written.length > MAX_LENGTH) yield { path, message: `a word of at most ${MAX_LENGTH} characters` };
  if (typeof spoken !== 'string') yield { path, message: 'a string' };
  else if (spoken.length > MAX_LENGTH) yield { path, message: `at most ${MAX_LENGTH} characters` };
}
