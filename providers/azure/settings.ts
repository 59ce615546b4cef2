import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import {
  baseUrl,
  finalTimeout,
  nonEmpty,
  reportAt,
  sampleRate,
  secretKey,
  type Filled,
  type Tagged,
} from '../../src/core/schema.ts';
import type { AzureAuth } from './service.ts';
import { findVoice } from './voices.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Speech to text by Azure Speech. */
export interface AzureSttSettings {
  /** Key of the speech resource. Required without `auth_token`. */
  readonly api_key?: string | undefined;
  /** Token of the resource or of Microsoft Entra ID, in place of the key. */
  readonly auth_token?: string | undefined;
  /** Region that hosts the resource, e.g. `westeurope`. */
  readonly region: string;
  /** Rate of the stream, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /** Channels of the stream. A session's audio is mono. @range 1 to 2 @default 1 */
  readonly num_channels?: number | undefined;
  /**
   * BCP-47 tags of the languages that may be spoken. The service detects which one is spoken. Microsoft advises against
   * several variants of one language, such as `en-US` and `en-GB`.
   * @range 1 to 10 elements
   * @default ["en-US"]
   */
  readonly languages?: readonly string[] | undefined;
  /** Words and phrases that the user is likely to say. @default [] */
  readonly phrase_list?: readonly string[] | undefined;
  /** Weight of `phrase_list`. @range 0 to 2 @default 1 */
  readonly phrase_list_weight?: number | undefined;
  /** Replaces profanity with asterisks, removes it or keeps it. @default "masked" */
  readonly profanity?: 'masked' | 'removed' | 'raw' | undefined;
  /** Requests word timings and confidence. @default true */
  readonly word_level_timestamps?: boolean | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 2.5
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of a custom domain or a proxy. Default: that of the region. */
  readonly base_url?: string | undefined;
  /** Query parameters, fields of `speech.context` and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `STT.Azure(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['AZURE_SPEECH_KEY'] ?? '';
 * export const stt = STT.Azure({ api_key, region: 'westeurope', languages: ['de-DE', 'en-US'] });
 * ```
 */
export interface AzureStt extends AzureSttSettings {
  readonly provider: 'azure';
}

export type FilledAzureStt = Filled<AzureStt, 'api_key' | 'auth_token' | 'base_url' | 'extra'>;

/** An Azure region. It becomes part of the host name, where any other character could send the key elsewhere. */
const region = lazySchema((z) =>
  z.string().regex(/^[a-z0-9]+$/u, 'a region such as "westeurope": lower-case letters and digits'),
);

const RESERVED_IN_STT = {
  query: [
    ['language', 'lidEnabled', 'format', 'wordLevelTimestamps', 'profanity'],
    ['Ocp-Apim-Subscription-Key', 'X-ConnectionId', 'Authorization'],
  ].flat(),
  body: [
    ['phraseDetection.mode', 'phraseDetection.language', 'phraseDetection.enrichment.profanity', 'languageId', 'dgi'],
    ['format', 'detailed', 'simple', 'interimResults', 'phraseResults'].map((name) => `phraseOutput.${name}`),
  ].flat(),
  headers: ['Ocp-Apim-Subscription-Key', 'X-ConnectionId'],
};

export const azureSttSchema: () => Tagged<FilledAzureStt, AzureStt> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('azure'),
      api_key: secretKey().optional(),
      auth_token: secretKey().optional(),
      region: region(),
      sample_rate: sampleRate().default(16000),
      num_channels: z.int().min(1).max(2).default(1),
      languages: z.array(nonEmpty()).min(1).max(10).refine(isUnique, 'each language once').default(['en-US']),
      phrase_list: z.array(nonEmpty()).default([]),
      phrase_list_weight: z.number().min(0).max(2).default(1),
      profanity: z.enum(['masked', 'removed', 'raw']).default('masked'),
      word_level_timestamps: z.boolean().default(true),
      final_timeout: finalTimeout().default(2.5),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED_IN_STT).optional(),
    })
    .refine(hasOneCredential, reportAt('api_key', 'either a key or `auth_token`')),
);

/** Changes to a voice. Null leaves the voice unchanged. */
export interface ProsodyConfig {
  /**
   * Multiplier of the voice's own rate, or `x-slow` (0.5), `slow` (0.64), `medium` (1), `fast` (1.55), `x-fast` (2).
   * @range 0.5 to 2
   * @default null
   */
  readonly rate?: number | 'x-slow' | 'slow' | 'medium' | 'fast' | 'x-fast' | null | undefined;
  /**
   * From quietest to loudest, or `silent` (0), `x-soft` (20), `soft` (40), `medium` (60), `loud` (80), `x-loud` (100).
   * @range 0 to 100
   * @default null
   */
  readonly volume?: number | 'silent' | 'x-soft' | 'soft' | 'medium' | 'loud' | 'x-loud' | null | undefined;
  /** Pitch; the labels lie within 0.5 to 1.5 times the voice's own. @default null */
  readonly pitch?: 'x-low' | 'low' | 'medium' | 'high' | 'x-high' | null | undefined;
}

const prosodySchema = lazySchema((z) =>
  z.strictObject({
    rate: z
      .union([z.number().min(0.5).max(2), z.enum(['x-slow', 'slow', 'medium', 'fast', 'x-fast']), z.null()])
      .default(null),
    volume: z
      .union([z.number().min(0).max(100), z.enum(['silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud']), z.null()])
      .default(null),
    pitch: z.enum(['x-low', 'low', 'medium', 'high', 'x-high']).nullable().default(null),
  }),
);

/** Text to speech by Azure Speech. */
export interface AzureTtsSettings {
  /** Key of the speech resource. Required, unless there is an `auth_token`. */
  readonly api_key?: string | undefined;
  /** Token in place of the key, sent as `Authorization: Bearer …`. */
  readonly auth_token?: string | undefined;
  /** Region that hosts the resource, e.g. `westeurope`. */
  readonly region: string;
  /** Rate of the audio, in Hz. @default 24000 */
  readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
  /** Name of the voice. Null: the default voice of `language`, or `en-US-AvaMultilingualNeural`. @default null */
  readonly voice?: string | null | undefined;
  /** BCP-47 tag of the voice: `de-DE`, or `de` for its usual region. Null: that in the voice's name. @default null */
  readonly language?: string | null | undefined;
  /** Changes to pitch, rate and volume. @default null */
  readonly prosody?: ProsodyConfig | null | undefined;
  /** Id of a custom endpoint. @default null */
  readonly endpoint_id?: string | null | undefined;
  /** Speaking style, such as `cheerful`; each voice has its own. */
  readonly style?: string | undefined;
  /** Intensity of the `style`. Default: 1. @range 0.01 to 2 */
  readonly style_degree?: number | undefined;
  /** Role that the voice plays, such as `YoungAdultFemale`. */
  readonly role?: string | undefined;
  /** Base URL of a container or a proxy. Default: that of the region. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of `synthesis.context` that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.Azure(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['AZURE_SPEECH_KEY'] ?? '';
 * export const tts = TTS.Azure({ api_key, region: 'westeurope', language: 'de-DE', prosody: { rate: 'fast' } });
 * ```
 */
export interface AzureTts extends AzureTtsSettings {
  readonly provider: 'azure';
}

type OptionalInTts = 'api_key' | 'auth_token' | 'style' | 'style_degree' | 'role' | 'base_url' | 'extra';

export type FilledAzureTts = Omit<Filled<AzureTts, OptionalInTts>, 'prosody'> & {
  readonly prosody: Filled<ProsodyConfig> | null;
};

const RESERVED_IN_TTS = {
  query: ['deploymentId', 'Ocp-Apim-Subscription-Key', 'X-ConnectionId', 'Authorization'],
  body: [
    'synthesis.audio.outputFormat',
    'synthesis.audio.metadataOptions',
    'synthesis.language.autoDetection',
    'synthesis.input',
  ],
  headers: ['Ocp-Apim-Subscription-Key', 'X-ConnectionId'],
};

export const azureTtsSchema: () => Tagged<FilledAzureTts, AzureTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('azure'),
      api_key: secretKey().optional(),
      auth_token: secretKey().optional(),
      region: region(),
      sample_rate: z.literal([8000, 16000, 22050, 24000, 44100, 48000]).default(24000),
      voice: nonEmpty().nullable().default(null),
      language: nonEmpty().nullable().default(null),
      prosody: prosodySchema().nullable().default(null),
      endpoint_id: nonEmpty().nullable().default(null),
      style: nonEmpty().optional(),
      style_degree: z.number().min(0.01).max(2).optional(),
      role: nonEmpty().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED_IN_TTS).optional(),
    })
    .refine(hasOneCredential, reportAt('api_key', 'either a key or `auth_token`'))
    .refine(
      ({ style, style_degree }) => style !== undefined || style_degree === undefined,
      reportAt('style_degree', 'no such field without `style`'),
    )
    .refine(hasVoice, reportAt('voice', 'the name of a voice: the language has none by default')),
);

function hasOneCredential({ api_key, auth_token }: AzureAuth): boolean {
  return (api_key === undefined) !== (auth_token === undefined);
}

function isUnique(languages: readonly string[]): boolean {
  return new Set(languages.map((tag) => tag.toLowerCase())).size === languages.length;
}

function hasVoice({ voice, language }: Pick<FilledAzureTts, 'voice' | 'language'>): boolean {
  return typeof voice === 'string' || typeof language !== 'string' || language === '' || findVoice(language) !== null;
}
