import type * as z from 'zod';
import { seconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { loadZod } from '../../src/core/zod.ts';

/** When the next provider is asked although the one before it has not failed. */
export interface HedgeSettings {
  /** Time without an answer, in ms. @range 0 to 60000 */
  readonly after_ms: number;
}

/** Recognisers that stand in for each other, in their order. */
export interface SttFallbackSettings<Provider> {
  /** Recognisers, such as `STT.Deepgram({ … })`: the first one's rate and interims are those of the session. @range 1 to 8 elements */
  readonly members: readonly Provider[];
  /** Time for the answer to the end of a segment, in seconds. Then the next one gets the segment. @range 0.1 to 60 @default 2 */
  readonly timeout?: number | undefined;
  /** How long a recogniser that has failed is asked only after the others, in seconds. @range 0 to 2147483 @default 60 */
  readonly retry_after?: number | undefined;
  /** Asks the next one, too, when an answer takes longer than usual (`true`: than 95 % of its own) or than `after_ms`. The first to answer is used, and both are billed. Default: never. */
  readonly hedge?: true | HedgeSettings | undefined;
}

/** Voices that stand in for each other, in their order. */
export interface TtsFallbackSettings<Provider> {
  /** Providers, such as `TTS.Cartesia({ … })`: the first one's rate and language are those of the session. @range 1 to 8 elements */
  readonly members: readonly Provider[];
  /** Time for the first audio of a text, in seconds. Then the next one speaks. The session waits 5 s for all of them. @range 0.1 to 60 @default 2 */
  readonly timeout?: number | undefined;
  /** Time for further audio after the audio so far has been played, in seconds. Then the next one goes on. The session waits 3 s for all of them. @range 0.1 to 60 @default 1 */
  readonly stall_timeout?: number | undefined;
  /** How long a provider that has failed is asked only after the others, in seconds. @range 0 to 2147483 @default 60 */
  readonly retry_after?: number | undefined;
  /** Asks the next one, too, when the first audio takes longer than usual (`true`: than 95 % of its own) or than `after_ms`. The first to answer is heard, and both are billed. Default: never. */
  readonly hedge?: true | HedgeSettings | undefined;
}

export type SttFallback<Provider> = SttFallbackSettings<Provider> & { readonly provider: 'fallback' };
export type TtsFallback<Provider> = TtsFallbackSettings<Provider> & { readonly provider: 'fallback' };

export type FilledSttFallback<Provider> = Filled<SttFallback<Provider>, 'hedge'>;
export type FilledTtsFallback<Provider> = Filled<TtsFallback<Provider>, 'hedge'>;

/** Creates the schema of a fallback of recognisers, from that of one. */
export function createSttFallbackSchema<Out, In>(
  member: z.ZodType<Out, In>,
): Tagged<FilledSttFallback<Out>, SttFallback<In>> {
  const { z, members, timeout, retry_after, hedge } = createFields(member);
  return z.strictObject({ provider: z.literal('fallback'), members, timeout: timeout(2), retry_after, hedge });
}

/** Creates the schema of a fallback of voices, from that of one. */
export function createTtsFallbackSchema<Out, In>(
  member: z.ZodType<Out, In>,
): Tagged<FilledTtsFallback<Out>, TtsFallback<In>> {
  const { z, members, timeout, retry_after, hedge } = createFields(member);
  const times = { timeout: timeout(2), stall_timeout: timeout(1), retry_after };
  return z.strictObject({ provider: z.literal('fallback'), members, ...times, hedge });
}

/** A caller would have gone before a ninth is asked. */
const MAX_MEMBERS = 8;

function createFields<Out, In>(member: z.ZodType<Out, In>): Fields<Out, In> {
  const z = loadZod();
  const after = z.strictObject({ after_ms: z.number().min(0).max(60_000) });
  return {
    z,
    members: z.array(member).min(1).max(MAX_MEMBERS),
    timeout: (standard) => z.number().min(0.1).max(60).default(standard),
    retry_after: seconds().default(60),
    hedge: z.union([z.literal(true), after], 'true, or { after_ms: a number of ms }').optional(),
  };
}

interface Fields<Out, In> {
  readonly z: ReturnType<typeof loadZod>;
  readonly members: z.ZodArray<z.ZodType<Out, In>>;
  readonly timeout: (standard: number) => z.ZodDefault<z.ZodNumber>;
  readonly retry_after: z.ZodDefault<z.ZodNumber>;
  readonly hedge: z.ZodOptional<z.ZodType<true | HedgeSettings, true | HedgeSettings>>;
}
