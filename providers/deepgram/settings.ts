import * as z from 'zod';
import { extraSchema } from '../../src/core/extra.ts';
import type { Extra } from '../../src/core/extra.ts';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { baseUrl, count, finalTimeout, nonEmpty, sampleRate, secretKey } from '../../src/core/schema.ts';

/** Speech to text by Deepgram (spec 2.5, `STT.ProviderC`). */
export interface DeepgramSttSettings {
  /** API key. */
  readonly api_key: string;
  /** Transcription model. One that begins with `flux-` hears turns, and honours fewer of these settings. @default "nova-3" */
  readonly model?: string | undefined;
  /** BCP-47 tag of the language mainly spoken. @default "en-US" */
  readonly language?: string | undefined;
  /** Whether results come while the user speaks; they may change as audio arrives. @default true */
  readonly interim_results?: boolean | undefined;
  /** Adds punctuation and capitals. @default true */
  readonly punctuate?: boolean | undefined;
  /** Formats dates, numbers and the like for readers. @default true */
  readonly smart_format?: boolean | undefined;
  /** Rate of the streamed audio, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /** With `smart_format`: false holds the transcript until a number that was begun is finished. @default true */
  readonly no_delay?: boolean | undefined;
  /** Silence after which the provider marks speech as finished, in ms; 0 switches that off. @range 0 or more @default 25 */
  readonly endpointing_ms?: number | undefined;
  /** Keeps "um" and "uh" in the transcript. @default true */
  readonly filler_words?: boolean | undefined;
  /**
   * Names and special terms with the weight of each. Nova-3 and Flux take the terms alone, and do without those whose
   * weight is 0 or less. @default []
   */
  readonly keywords?: readonly (readonly [string, number])[] | undefined;
  /** Removes profanity. @default false */
  readonly profanity_filter?: boolean | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds; then what was recognised so far stands for it. An
   * extension to the spec.
   * @range 0.1 to 60
   * @default 1
   */
  readonly final_timeout?: number | undefined;
  /** Another address than Deepgram's own: a region, a self-hosted server, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
  /** Query parameters and headers of Deepgram's that have no setting here. An extension to the spec. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/** `STT.Deepgram(…)` as it stands in a config. */
export interface DeepgramStt extends DeepgramSttSettings {
  readonly provider: 'deepgram';
}

export type FilledDeepgramStt = Filled<DeepgramStt, 'base_url' | 'extra'>;

/** Parameters of `/v1/listen` and `/v2/listen` that the settings decide, or that results are read by. */
const LISTEN_QUERY = [
  ['model', 'language', 'language_hint', 'encoding', 'sample_rate', 'channels', 'multichannel', 'interim_results'],
  ['punctuate', 'smart_format', 'no_delay', 'endpointing', 'filler_words', 'keywords', 'keyterm', 'profanity_filter'],
  ['eot_threshold', 'eot_timeout_ms', 'eager_eot_threshold', 'callback', 'vad_events', 'utterance_end_ms'],
].flat();

export const deepgramSttSchema: Tagged<FilledDeepgramStt, DeepgramStt> = z.strictObject({
  provider: z.literal('deepgram'),
  api_key: secretKey,
  model: nonEmpty.default('nova-3'),
  language: nonEmpty.default('en-US'),
  interim_results: z.boolean().default(true),
  punctuate: z.boolean().default(true),
  smart_format: z.boolean().default(true),
  sample_rate: sampleRate.default(16000),
  no_delay: z.boolean().default(true),
  endpointing_ms: count.default(25),
  filler_words: z.boolean().default(true),
  keywords: z.array(z.tuple([nonEmpty, z.number()])).default([]),
  profanity_filter: z.boolean().default(false),
  final_timeout: finalTimeout.default(1),
  base_url: baseUrl.optional(),
  extra: extraSchema({ query: LISTEN_QUERY, headers: [] }).optional(),
});

/** Text to speech by Deepgram (spec 2.6, `TTS.ProviderC`). */
export interface DeepgramTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model of the Aura family; the voice is part of its name. @default "aura-2-thalia-en" */
  readonly model?: string | undefined;
  /** Encoding of the audio. @default "linear16" */
  readonly encoding?: 'linear16' | 'mulaw' | 'alaw' | undefined;
  /** Rate of the audio, in Hz; `mulaw` and `alaw` have 8000 and 16000 only. @default 24000 */
  readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 48000 | undefined;
  /** Another address than Deepgram's own: a region, a self-hosted server, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
  /** Query parameters and headers of Deepgram's that have no setting here. An extension to the spec. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/** `TTS.Deepgram(…)` as it stands in a config. */
export interface DeepgramTts extends DeepgramTtsSettings {
  readonly provider: 'deepgram';
}

export type FilledDeepgramTts = Filled<DeepgramTts, 'base_url' | 'extra'>;

/** Flux voices speak another protocol, at `/v2/speak`. */
const auraModel = nonEmpty.regex(
  /^(?!flux-)/u,
  'a model of /v1/speak, as the Aura voices are; flux voices need /v2/speak',
);

export const deepgramTtsSchema: Tagged<FilledDeepgramTts, DeepgramTts> = z
  .strictObject({
    provider: z.literal('deepgram'),
    api_key: secretKey,
    model: auraModel.default('aura-2-thalia-en'),
    encoding: z.enum(['linear16', 'mulaw', 'alaw']).default('linear16'),
    sample_rate: z.literal([8000, 16000, 24000, 32000, 48000]).default(24000),
    base_url: baseUrl.optional(),
    extra: extraSchema({ query: ['model', 'encoding', 'sample_rate'], headers: [] }).optional(),
  })
  .refine(telephonyRateFits, {
    path: ['sample_rate'],
    error: '8000 or 16000, as `encoding` is not linear16',
    when: () => true,
  });

function telephonyRateFits({ encoding, sample_rate }: Pick<FilledDeepgramTts, 'encoding' | 'sample_rate'>): boolean {
  return (encoding !== 'mulaw' && encoding !== 'alaw') || sample_rate <= 16000;
}
