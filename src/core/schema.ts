import * as z from 'zod';

/** Settings after defaults: every field is there, but for those named. */
export type Filled<T, Optional extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Optional>]-?: Exclude<T[K], undefined>;
} & { readonly [K in Optional]?: T[K] };

/**
 * A schema that takes `In`, gives `Out`, and has a literal `provider` by which a discriminated union can choose it.
 * Types are written by hand and schemas annotated with them: one that forgets a field or a default does not compile.
 */
export type Tagged<Out, In> = z.ZodType<Out, In> & {
  readonly _zod: { readonly propValues: z.core.util.PropValues };
};

/** A key that goes into a header: white space in it is a slip of copying and would break the request. */
export const secretKey: z.ZodString = z.string().regex(/^\S+$/u, 'a non-empty string without white space');

export const nonEmpty: z.ZodString = z.string().min(1, 'a non-empty string');

/** Where a provider is reached instead of at its own address. */
export const baseUrl: z.ZodURL = z.url({ protocol: /^(?:https?|wss?)$/u, error: 'an http, https, ws or wss URL' });

/** A duration in seconds. Zero is lawful; the upper end is the longest a timer of the platform can wait. */
export const seconds: z.ZodNumber = z.number().min(0).max(2_147_483);

/** How long a recogniser's answer is waited for, in seconds. */
export const finalTimeout: z.ZodNumber = z.number().min(0.1).max(60);

/** The longest time of turn-taking, in seconds. A longer one was meant in milliseconds. */
const LONGEST_TURN_TIME = 60;

/** A time that decides when somebody may speak, in seconds. */
export const turnSeconds: z.ZodNumber = z
  .number()
  .min(0)
  .max(LONGEST_TURN_TIME, {
    error: ({ input }) => {
      const hint = `${String(input)} looks like milliseconds, ${Number(input) / 1000} s`;
      return `at most ${LONGEST_TURN_TIME}, in seconds (${hint})`;
    },
  });

/** How many there are of something: 0, 1, 2 … */
export const count: z.ZodInt = z.int().min(0);

/** Samples per second, in Hz: from telephony to studio. */
export const sampleRate: z.ZodInt = z.int().min(8000).max(48_000);
