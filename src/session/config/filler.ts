import type * as z from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { lazySchema } from '../../core/zod.ts';
import type { FillerFunction } from './fillerFunction.ts';
import { reportFaults, type Fault } from './faults.ts';

/** A text, or a function that returns one. */
export const fillerSchema: () => z.ZodType<string | FillerFunction, string | FillerFunction> = lazySchema((z) =>
  z.custom<string | FillerFunction>().superRefine(reportFaults(findFaults)),
);

function* findFaults(filler: unknown): Generator<Fault> {
  if (typeof filler === 'function') return;
  if (typeof filler !== 'string') yield { path: [], message: 'a string or a function' };
  else if (filler.length > LIMITS.sayText) yield { path: [], message: `at most ${LIMITS.sayText}` };
}
