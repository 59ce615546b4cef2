import type * as z from 'zod';
import { lazySchema } from './zod.ts';

/** Settings with their defaults: every field is present, except for `Optional`. */
export type Filled<T, Optional extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Optional>]-?: Exclude<T[K], undefined>;
} & { readonly [K in Optional]?: T[K] };

/**
 * A schema from `In` to `Out` with a literal `provider`, for a discriminated union. The types are written by hand, so
 * that a schema that lacks a field or a default does not compile.
 */
export type Tagged<Out, In> = z.ZodType<Out, In> & {
  readonly _zod: { readonly propValues: z.core.util.PropValues };
};

/**
 * Creates the options of a check over several fields. The check reports `error` at `path` and runs even if there are
 * other faults.
 */
export function reportAt(path: string, error: string): { path: string[]; error: string; when: () => boolean } {
  return { path: [path], error, when: () => true };
}

/** A key for a header. White space, such as from copying, would break the request. */
export const secretKey: () => z.ZodString = lazySchema((z) =>
  z.string().regex(/^\S+$/u, 'a non-empty string without white space'),
);

export const nonEmpty: () => z.ZodString = lazySchema((z) => z.string().min(1, 'a non-empty string'));

/** A base URL in place of the provider's own. */
export const baseUrl: () => z.ZodURL = lazySchema((z) =>
  z.url({ protocol: /^(?:https?|wss?)$/u, error: 'an http, https, ws or wss URL' }),
);

/** A duration in seconds, at most the longest that the platform's timers support. */
export const seconds: () => z.ZodNumber = lazySchema((z) => z.number().min(0).max(2_147_483));

/** Time limit for a recogniser's answer, in seconds. */
export const finalTimeout: () => z.ZodNumber = lazySchema((z) => z.number().min(0.1).max(60));

/** The longest time in turn-taking, in seconds. A larger number was probably meant as milliseconds. */
const LONGEST_TURN_TIME = 60;

/** A time in turn-taking, in seconds. */
export const turnSeconds: () => z.ZodNumber = lazySchema((z) =>
  z
    .number()
    .min(0)
    .max(LONGEST_TURN_TIME, {
      error: ({ input }) => {
        const hint = `${String(input)} looks like milliseconds, ${Number(input) / 1000} s`;
        return `at most ${LONGEST_TURN_TIME}, in seconds (${hint})`;
      },
    }),
);

/** A count: 0, 1, 2 … */
export const count: () => z.ZodInt = lazySchema((z) => z.int().min(0));

/** A sample rate, in Hz. */
export const sampleRate: () => z.ZodInt = lazySchema((z) => z.int().min(8000).max(48_000));
