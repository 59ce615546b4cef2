import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import { isFlux } from './models.ts';
import {
  baseUrl,
  count,
  finalTimeout,
  nonEmpty,
  reportAt,
  sampleRate,
  secretKey,
  type Filled,
  type Tagged,
} from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Speech to text by Deepgram. */
export interface DeepgramSttSettings {
  /** API key. */
  readonly api_key: string;
  /**
   * Transcription model. A model that begins with `flux-` detects turns and ignores some of these settings.
   * @default "nova-3"
   */
  readonly model?: string | undefined;
  /** BCP-47 tag of the main language spoken. @default "en-US" */
  readonly language?: string | undefined;
  /** Sends interim results while the user speaks. @default true */
  readonly interim_results?: boolean | undefined;
  /** Adds punctuation and capitals. @default true */
  readonly punctuate?: boolean | undefined;
  /** Formats dates, numbers and the like for reading. @default true */
  readonly smart_format?: boolean | undefined;
  /** Rate of the streamed audio, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /** With `smart_format`: false delays the transcript until a number in it is complete. @default true */
  readonly no_delay?: boolean | undefined;
  /** Silence after which Deepgram marks speech as finished, in ms; 0 disables this. @range 0 or more @default 25 */
  readonly endpointing_ms?: number | undefined;
  /** Keeps "um" and "uh" in the transcript. @default true */
  readonly filler_words?: boolean | undefined;
  /**
   * Names and special terms, each with its weight. Nova-3 and Flux ignore the weights and drop terms with a weight of 0
   * or less. @default []
   */
  readonly keywords?: readonly (readonly [string, number])[] | undefined;
  /** Removes profanity. @default false */
  readonly profanity_filter?: boolean | undefined;
  /** Writes numbers as digits. Default: Deepgram's own. */
  readonly numerals?: boolean | undefined;
  /**
   * Categories to redact in the text: `pci`, `ssn`, `numbers`, `aggressive_numbers` or another of Deepgram's. Flux
   * supports `numbers` and `aggressive_numbers`.
   */
  readonly redact?: string | readonly string[] | undefined;
  /** Keeps requests out of Deepgram's Model Improvement Program. */
  readonly mip_opt_out?: boolean | undefined;
  /** Labels for Deepgram's usage reports. */
  readonly tag?: string | readonly string[] | undefined;
  /**
   * Flux only: confidence from which the turn counts as over, from 0 to 1. Default: Deepgram's 0.7 with
   * `TurnDetection.STT()`; otherwise 1, which is never reached, so that the session decides when the user has finished.
   * @range 0.5 to 1
   */
  readonly eot_threshold?: number | undefined;
  /**
   * Flux only: silence after which the turn is over, in ms. Default: Deepgram's 5000 with `TurnDetection.STT()`;
   * otherwise 30000. @range 500 to 60000
   */
  readonly eot_timeout_ms?: number | undefined;
  /**
   * Flux only: confidence from which it reports early that the user may have finished, for `preemptive_generation` with
   * `TurnDetection.STT()`. At most `eot_threshold`. Default: no early report.
   * @range 0.3 to 0.9
   */
  readonly eager_eot_threshold?: number | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 1
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of a region, a self-hosted server or a proxy. Default: Deepgram's own. */
  readonly base_url?: string | undefined;
  /** Deepgram's query parameters and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/**
 * `STT.Deepgram(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['DEEPGRAM_API_KEY'] ?? '';
 * export const stt = STT.Deepgram({ api_key, model: 'nova-3', keywords: [['Antiphon', 1]] });
 * ```
 */
export interface DeepgramStt extends DeepgramSttSettings {
  readonly provider: 'deepgram';
}

type OptionalInStt =
  | 'numerals'
  | 'redact'
  | 'mip_opt_out'
  | 'tag'
  | 'eot_threshold'
  | 'eot_timeout_ms'
  | 'eager_eot_threshold';

export type FilledDeepgramStt = Filled<DeepgramStt, 'base_url' | 'extra' | OptionalInStt>;

/** Parameters of `/v1/listen` and `/v2/listen` that the settings or the parsing of results depend on. */
const LISTEN_QUERY = [
  ['model', 'language', 'language_hint', 'encoding', 'sample_rate', 'channels', 'multichannel', 'interim_results'],
  ['punctuate', 'smart_format', 'no_delay', 'endpointing', 'filler_words', 'keywords', 'keyterm', 'profanity_filter'],
  ['numerals', 'redact', 'mip_opt_out', 'tag', 'eot_threshold', 'eot_timeout_ms', 'eager_eot_threshold'],
  ['callback', 'vad_events', 'utterance_end_ms'],
].flat();

const labels = lazySchema((z) => z.union([nonEmpty(), z.array(nonEmpty())], 'a non-empty string, or an array of them'));

const listenSchema = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('deepgram'),
    api_key: secretKey(),
    model: nonEmpty().default('nova-3'),
    language: nonEmpty().default('en-US'),
    interim_results: z.boolean().default(true),
    punctuate: z.boolean().default(true),
    smart_format: z.boolean().default(true),
    sample_rate: sampleRate().default(16000),
    no_delay: z.boolean().default(true),
    endpointing_ms: count().default(25),
    filler_words: z.boolean().default(true),
    keywords: z.array(z.tuple([nonEmpty(), z.number()])).default([]),
    profanity_filter: z.boolean().default(false),
    numerals: z.boolean().optional(),
    redact: labels().optional(),
    mip_opt_out: z.boolean().optional(),
    tag: labels().optional(),
    eot_threshold: z.number().min(0.5).max(1).optional(),
    eot_timeout_ms: z.int().min(500).max(60_000).optional(),
    eager_eot_threshold: z.number().min(0.3).max(0.9).optional(),
    final_timeout: finalTimeout().default(1),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: LISTEN_QUERY, headers: [] }).optional(),
  }),
);

export const deepgramSttSchema: () => Tagged<FilledDeepgramStt, DeepgramStt> = lazySchema(() =>
  listenSchema()
    .refine(isEagerEarlier, reportAt('eager_eot_threshold', 'at most `eot_threshold`'))
    .refine(canRedact, reportAt('redact', '"numbers" or "aggressive_numbers": Flux redacts nothing else')),
);

/** Text to speech by Deepgram. */
export interface DeepgramTtsSettings {
  /** API key. */
  readonly api_key: string;
  /**
   * Speech model, which includes the voice. A model that begins with `flux-` uses `/v2/speak`.
   * @default "aura-2-thalia-en"
   */
  readonly model?: string | undefined;
  /** Encoding of the audio. @default "linear16" */
  readonly encoding?: 'linear16' | 'mulaw' | 'alaw' | undefined;
  /**
   * Rate of the audio, in Hz. `mulaw` and `alaw` allow 8000 and 16000, and only `flux-` voices 44100. @default 24000
   */
  readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 44100 | 48000 | undefined;
  /** Keeps requests out of Deepgram's Model Improvement Program. */
  readonly mip_opt_out?: boolean | undefined;
  /** Labels for Deepgram's usage reports. */
  readonly tag?: string | readonly string[] | undefined;
  /** Base URL of a region, a self-hosted server or a proxy. Default: Deepgram's own. */
  readonly base_url?: string | undefined;
  /** Deepgram's query parameters and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/**
 * `TTS.Deepgram(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['DEEPGRAM_API_KEY'] ?? '';
 * export const tts = TTS.Deepgram({ api_key, model: 'aura-2-thalia-en' });
 * ```
 */
export interface DeepgramTts extends DeepgramTtsSettings {
  readonly provider: 'deepgram';
}

export type FilledDeepgramTts = Filled<DeepgramTts, 'base_url' | 'extra' | 'mip_opt_out' | 'tag'>;

const SPEAK_QUERY = ['model', 'encoding', 'sample_rate', 'container', 'callback', 'mip_opt_out', 'tag'];

export const deepgramTtsSchema: () => Tagged<FilledDeepgramTts, DeepgramTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('deepgram'),
      api_key: secretKey(),
      model: nonEmpty().default('aura-2-thalia-en'),
      encoding: z.enum(['linear16', 'mulaw', 'alaw']).default('linear16'),
      sample_rate: z.literal([8000, 16000, 24000, 32000, 44100, 48000]).default(24000),
      mip_opt_out: z.boolean().optional(),
      tag: labels().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema({ query: SPEAK_QUERY, headers: [] }).optional(),
    })
    .refine(isTelephonyRate, reportAt('sample_rate', '8000 or 16000, because `encoding` is not linear16'))
    .refine(
      ({ model, sample_rate }) => sample_rate !== 44_100 || typeof model !== 'string' || isFlux({ model }),
      reportAt('sample_rate', '8000, 16000, 24000, 32000 or 48000: only voices that begin with flux- support 44100'),
    ),
);

type Thresholds = Pick<DeepgramSttSettings, 'eot_threshold' | 'eager_eot_threshold'>;

function isEagerEarlier({ eot_threshold = 1, eager_eot_threshold = 0 }: Thresholds): boolean {
  return !(eager_eot_threshold > eot_threshold);
}

function canRedact({ model, redact = [] }: Pick<DeepgramSttSettings, 'model' | 'redact'>): boolean {
  if (typeof model !== 'string' || !isFlux({ model })) return true;
  return [redact].flat().every((category) => category === 'numbers' || category === 'aggressive_numbers');
}

function isTelephonyRate({ encoding, sample_rate }: Pick<FilledDeepgramTts, 'encoding' | 'sample_rate'>): boolean {
  return (encoding !== 'mulaw' && encoding !== 'alaw') || sample_rate <= 16000;
}
