import type * as z from 'zod';

/** Something wrong at `path` within a value; `message` says what was expected there. */
export interface Fault {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** A refinement that reports every fault that `faultsOf` finds. */
export function reportFaults<T>(
  faultsOf: (value: T) => Iterable<Fault>,
): (value: T, context: z.core.$RefinementCtx<T>) => void {
  return (value, context) => {
    for (const fault of faultsOf(value)) context.addIssue({ code: 'custom', ...fault });
  };
}
