import { createExtraSchema, type Extra, type Reserved } from '../../../src/core/extra.ts';
import {
  baseUrl,
  finalTimeout,
  nonEmpty,
  reportAt,
  secretKey,
  type Filled,
  type Tagged,
} from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** Speech to text by ElevenLabs. */
export interface ElevenLabsSttSettings {
  /** API key. */
  readonly api_key: string;
  /** Realtime model of Scribe. @default "scribe_v2_realtime" */
  readonly model?: string | undefined;
  /** ISO 639-1 or 639-3 code of the language spoken. Default: the model detects it. */
  readonly language_code?: string | undefined;
  /** Codes of other languages that may be spoken, which makes the detection more reliable. @default [] */
  readonly secondary_languages?: readonly string[] | undefined;
  /** Rate of the streamed audio, in Hz. @default 16000 */
  readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
  /** Names and special terms, at most 50, each of at most 20 characters. ElevenLabs charges extra for them. @default [] */
  readonly keyterms?: readonly string[] | undefined;
  /** Leaves out filler words, false starts and disfluencies. Default: ElevenLabs' own. */
  readonly no_verbatim?: boolean | undefined;
  /** Times and rates each word. The final text then arrives in a second message. @default false */
  readonly include_timestamps?: boolean | undefined;
  /** Names the language of each final text, which then arrives in a second message. @default false */
  readonly include_language_detection?: boolean | undefined;
  /** Filters noise and conversations nearby; not with `include_timestamps`. Default: ElevenLabs' own. */
  readonly filter_background_audio?: boolean | undefined;
  /** Description of the conversation, for context; sent with the first audio of each connection. */
  readonly previous_text?: string | undefined;
  /** If false, ElevenLabs retains nothing; for enterprise accounts only. Default: ElevenLabs' own. */
  readonly enable_logging?: boolean | undefined;
  /**
   * Longest wait for the text of a segment after its end, in seconds. After that, the text recognised so far is used.
   * @range 0.1 to 60
   * @default 1
   */
  readonly final_timeout?: number | undefined;
  /** Base URL of a region or a proxy. Default: ElevenLabs' own. */
  readonly base_url?: string | undefined;
  /** ElevenLabs' query parameters and headers that have no setting here. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/**
 * `STT.ElevenLabs(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * const api_key = process.env['ELEVENLABS_API_KEY'] ?? '';
 * export const stt = STT.ElevenLabs({ api_key, language_code: 'de', keyterms: ['Antiphon'] });
 * ```
 */
export interface ElevenLabsStt extends ElevenLabsSttSettings {
  readonly provider: 'elevenlabs';
}

type OptionalInStt =
  | 'language_code'
  | 'no_verbatim'
  | 'filter_background_audio'
  | 'previous_text'
  | 'enable_logging'
  | 'base_url'
  | 'extra';

export type FilledElevenLabsStt = Filled<ElevenLabsStt, OptionalInStt>;

/**
 * Parameters that the settings or the parsing of results depend on, and those that request results that Antiphon does
 * not read.
 */
const RESERVED: Reserved<'query' | 'headers'> = {
  query: [
    ['model_id', 'commit_strategy', 'audio_format', 'language_code', 'secondary_languages', 'include_timestamps'],
    ['include_language_detection', 'keyterms', 'no_verbatim', 'filter_background_audio', 'enable_logging'],
    ['vad_silence_threshold_secs', 'vad_threshold', 'min_speech_duration_ms', 'min_silence_duration_ms'],
    ['entity_detection', 'transcript_edit', 'token', 'authorization', 'xi-api-key', 'xi_api_key'],
  ].flat(),
  headers: ['xi-api-key'],
};

const languageCode = lazySchema((z) =>
  z.string().regex(/^[a-z]{2,3}$/u, 'a language code without a region, such as en'),
);

const MAX_KEYTERMS = 50;
const MAX_KEYTERM_CHARACTERS = 20;

export const elevenLabsSttSchema: () => Tagged<FilledElevenLabsStt, ElevenLabsStt> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('elevenlabs'),
      api_key: secretKey(),
      model: nonEmpty().default('scribe_v2_realtime'),
      language_code: languageCode().optional(),
      secondary_languages: z.array(languageCode()).default([]),
      sample_rate: z.literal([8000, 16000, 22050, 24000, 44100, 48000]).default(16000),
      keyterms: z.array(nonEmpty().max(MAX_KEYTERM_CHARACTERS)).max(MAX_KEYTERMS).default([]),
      no_verbatim: z.boolean().optional(),
      include_timestamps: z.boolean().default(false),
      include_language_detection: z.boolean().default(false),
      filter_background_audio: z.boolean().optional(),
      previous_text: nonEmpty().optional(),
      enable_logging: z.boolean().optional(),
      final_timeout: finalTimeout().default(1),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine(
      ({ filter_background_audio, include_timestamps }) => filter_background_audio !== true || !include_timestamps,
      reportAt('filter_background_audio', 'false, because `include_timestamps` is true'),
    ),
);
