import type * as z from 'zod';

/** A fault at `path` of a value, with a message that names the expected value. */
export interface Fault {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** Creates a refinement that reports every fault that `findFaults` returns. */
export function reportFaults<T>(
  findFaults: (value: T) => Iterable<Fault>,
): (value: T, context: z.core.$RefinementCtx<T>) => void {
  return (value, context) => {
    for (const fault of findFaults(value)) context.addIssue({ code: 'custom', ...fault });
  };
}
