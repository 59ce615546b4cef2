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
import { lazySchema } from '../../src/core/zod.ts';

/** Background of the conversation, from which Soniox infers words. */
export interface SonioxContext {
  /** Facts by name, such as `{ domain: 'Healthcare', organization: 'St John’s Hospital' }`. */
  readonly general?: Readonly<Record<string, string>> | undefined;
  /** Free text about the conversation, or a related document. */
  readonly text?: string | undefined;
}

/** Speech to text by Soniox. */
export interface SonioxSttSettings {
  /** API key. */
  readonly api_key: string;
  /** Real-time model. @default "stt-rt-v5" */
  readonly model?: string | undefined;
  /** BCP-47 tags of the languages that are likely to be spoken. If empty, Soniox expects any language. @default [] */
  readonly language_hints?: readonly string[] | undefined;
  /** Recognises only the languages of `language_hints`, as far as possible. @default false */
  readonly language_hints_strict?: boolean | undefined;
  /** Reports the language of each word. @default false */
  readonly enable_language_identification?: boolean | undefined;
  /** Reports the speaker of each word. @default false */
  readonly enable_speaker_diarization?: boolean | undefined;
  /** Names and special terms that the user is likely to say. @default [] */
  readonly keywords?: readonly string[] | undefined;
  /** Background of the conversation. Default: none. */
  readonly context?: SonioxContext | undefined;
  /** Rate of the streamed audio, in Hz. @range 8000 to 48000 @default 16000 */
  readonly sample_rate?: number | undefined;
  /**
   * Longest time from the end of speech until Soniox reports the end of the turn, in ms. Default: Soniox's 2000 with
   * `TurnDetection.STT()`. @range 500 to 3000
   */
  readonly max_endpoint_delay_ms?: number | undefined;
  /**
   * Likelihood of an end of the turn: above 0 ends come sooner and more often, below 0 later. Default: Soniox's 0 with
   * `TurnDetection.STT()`. @range -1 to 1
   */
  readonly endpoint_sensitivity?: number | undefined;
  /**
   * Level by which ends of turns come sooner, at the expense of accuracy. Default: Soniox's 0 with
   * `TurnDetection.STT()`. @range 0 to 3
   */
  readonly endpoint_latency_adjustment_level?: number | undefined;
  /** Label of the session in Soniox's usage logs, with at most 256 characters. */
  readonly client_reference_id?: string | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 1
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of a region or a proxy. Default: that of the United States. */
  readonly base_url?: string | undefined;
  /** Fields of Soniox's start message and headers that have no setting here. */
  readonly extra?: Extra<'body' | 'headers'> | undefined;
}

/**
 * `STT.Soniox(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['SONIOX_API_KEY'] ?? '';
 * export const stt = STT.Soniox({ api_key, language_hints: ['de', 'en'], keywords: ['Antiphon'] });
 * ```
 */
export interface SonioxStt extends SonioxSttSettings {
  readonly provider: 'soniox';
}

/** The settings of Soniox's endpoint detection. */
export const ENDPOINT_SETTINGS = [
  'max_endpoint_delay_ms',
  'endpoint_sensitivity',
  'endpoint_latency_adjustment_level',
] as const;

type OptionalInStt = (typeof ENDPOINT_SETTINGS)[number] | 'context' | 'client_reference_id' | 'base_url' | 'extra';

export type FilledSonioxStt = Filled<SonioxStt, OptionalInStt>;

/** Fields of the start message that the settings or the parsing of results depend on. */
const START_FIELDS = [
  ['api_key', 'model', 'audio_format', 'sample_rate', 'num_channels', 'language_hints', 'language_hints_strict'],
  ['enable_language_identification', 'enable_speaker_diarization', 'enable_endpoint_detection'],
  ['enable_non_final_tokens', 'client_reference_id', 'translation'],
  ['context.general', 'context.text', 'context.terms'],
  ENDPOINT_SETTINGS,
].flat();

const contextSchema = lazySchema((z) =>
  z.strictObject({ general: z.record(nonEmpty(), nonEmpty()).optional(), text: nonEmpty().optional() }),
);

export const sonioxSttSchema: () => Tagged<FilledSonioxStt, SonioxStt> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('soniox'),
      api_key: secretKey(),
      model: nonEmpty().default('stt-rt-v5'),
      language_hints: z.array(nonEmpty()).default([]),
      language_hints_strict: z.boolean().default(false),
      enable_language_identification: z.boolean().default(false),
      enable_speaker_diarization: z.boolean().default(false),
      keywords: z.array(nonEmpty()).default([]),
      context: contextSchema().optional(),
      sample_rate: sampleRate().default(16000),
      max_endpoint_delay_ms: z.int().min(500).max(3000).optional(),
      endpoint_sensitivity: z.number().min(-1).max(1).optional(),
      endpoint_latency_adjustment_level: z.int().min(0).max(3).optional(),
      client_reference_id: nonEmpty().max(256).optional(),
      final_timeout: finalTimeout().default(1),
      base_url: baseUrl().optional(),
      extra: createExtraSchema({ body: START_FIELDS, headers: [] }).optional(),
    })
    .refine(hasHintsIfStrict, reportAt('language_hints_strict', 'false, or a language in `language_hints`')),
);

function hasHintsIfStrict({ language_hints, language_hints_strict }: FilledSonioxStt): boolean {
  return language_hints_strict !== true || (Array.isArray(language_hints) && language_hints.length > 0);
}
