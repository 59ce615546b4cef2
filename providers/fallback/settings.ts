import type * as z from 'zod';
import { seconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { loadZod } from '../../src/core/zod.ts';

/** When to call the next provider although the current one has not failed. */
export interface HedgeSettings {
  /** Time without an answer, in ms. @range 0 to 60000 */
  readonly after_ms: number;
}

/** A fallback of recognisers, in order of preference. */
export interface SttFallbackSettings<Provider> {
  /**
   * Recognisers, such as `STT.Deepgram({ … })`. The first one determines the session's rate and interims.
   * @range 1 to 8 elements
   */
  readonly members: readonly Provider[];
  /**
   * Time limit for the answer to the end of a segment, in seconds. After that, the next recogniser gets the segment.
   * @range 0.1 to 60
   * @default 2
   */
  readonly timeout?: number | undefined;
  /** How long a failed recogniser is tried only after the others, in seconds. @range 0 to 2147483 @default 60 */
  readonly retry_after?: number | undefined;
  /**
   * Also calls the next recogniser when an answer takes longer than `after_ms` or, with `true`, longer than 95 % of the
   * recogniser's own answers. The first to answer is used, and both are billed. Default: never.
   */
  readonly hedge?: true | HedgeSettings | undefined;
}

/** A fallback of voices, in order of preference. */
export interface TtsFallbackSettings<Provider> {
  /**
   * Providers, such as `TTS.Cartesia({ … })`. The first one determines the session's rate and language.
   * @range 1 to 8 elements
   */
  readonly members: readonly Provider[];
  /**
   * Time limit for the first audio of a text, in seconds. After that, the next provider speaks. The session allows 5 s
   * for all of them together. @range 0.1 to 60
   * @default 2
   */
  readonly timeout?: number | undefined;
  /**
   * Time limit for more audio after the audio so far has been played, in seconds. After that, the next provider
   * continues. The session allows 3 s for all of them together. @range 0.1 to 60
   * @default 1
   */
  readonly stall_timeout?: number | undefined;
  /** How long a failed provider is tried only after the others, in seconds. @range 0 to 2147483 @default 60 */
  readonly retry_after?: number | undefined;
  /**
   * Also calls the next provider when the first audio takes longer than `after_ms` or, with `true`, longer than
   * for 95 % of the provider's own requests. The first to answer is heard, and both are billed. Default: never.
   */
  readonly hedge?: true | HedgeSettings | undefined;
}

/**
 * `STT.Fallback(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const { DEEPGRAM_API_KEY = '', OPENAI_API_KEY = '' } = process.env;
 * const members = [STT.Deepgram({ api_key: DEEPGRAM_API_KEY }), STT.OpenAI({ api_key: OPENAI_API_KEY })];
 * export const stt = STT.Fallback(members, { timeout: 1.5 });
 * ```
 */
export type SttFallback<Provider> = SttFallbackSettings<Provider> & { readonly provider: 'fallback' };

/**
 * `TTS.Fallback(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const cartesia = TTS.Cartesia({ api_key: process.env['CARTESIA_API_KEY'] ?? '' });
 * export const tts = TTS.Fallback([cartesia, TTS.Local()], { timeout: 1.5, hedge: { after_ms: 400 } });
 * ```
 */
export type TtsFallback<Provider> = TtsFallbackSettings<Provider> & { readonly provider: 'fallback' };

export type FilledSttFallback<Provider> = Filled<SttFallback<Provider>, 'hedge'>;
export type FilledTtsFallback<Provider> = Filled<TtsFallback<Provider>, 'hedge'>;

/** Creates the schema of a fallback of recognisers from the schema of one recogniser. */
export function createSttFallbackSchema<Out, In>(
  member: z.ZodType<Out, In>,
): Tagged<FilledSttFallback<Out>, SttFallback<In>> {
  const { z, members, timeout, retry_after, hedge } = createFields(member);
  return z.strictObject({ provider: z.literal('fallback'), members, timeout: timeout(2), retry_after, hedge });
}

/** Creates the schema of a fallback of voices from the schema of one voice. */
export function createTtsFallbackSchema<Out, In>(
  member: z.ZodType<Out, In>,
): Tagged<FilledTtsFallback<Out>, TtsFallback<In>> {
  const { z, members, timeout, retry_after, hedge } = createFields(member);
  const times = { timeout: timeout(2), stall_timeout: timeout(1), retry_after };
  return z.strictObject({ provider: z.literal('fallback'), members, ...times, hedge });
}

/** A caller would hang up before a ninth member is tried. */
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
