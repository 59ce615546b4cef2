import type * as z from 'zod';
import { createExtraSchema, type Extra, type Reserved } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, reportAt, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Settings of a voice. */
export interface VoiceSettings {
  /** Steadiness of the delivery; ElevenLabs uses 0 to 1. */
  readonly stability: number;
  /** Similarity to the original voice; ElevenLabs uses 0 to 1. */
  readonly similarity_boost: number;
  /** Exaggeration of the style; models from V2 on. @default null */
  readonly style?: number | null | undefined;
  /** Boosts similarity to the speaker; models from V2 on. @default false */
  readonly use_speaker_boost?: boolean | null | undefined;
  /** Multiplier of the speed. Default: as stored at ElevenLabs. @range 0.7 to 1.2 */
  readonly speed?: number | undefined;
}

/** A voice as ElevenLabs lists it. */
export interface Voice {
  /** Id of the voice. */
  readonly id: string;
  /** Name of the voice. */
  readonly name: string;
  /** Category, e.g. `premade` or `professional`. */
  readonly category: string;
  /** Settings of the voice. Null: as stored at ElevenLabs. @default null */
  readonly settings?: VoiceSettings | null | undefined;
}

export type FilledVoice = Omit<Filled<Voice>, 'settings'> & {
  readonly settings: Filled<VoiceSettings, 'speed'> | null;
};

const voiceSchema: () => z.ZodType<FilledVoice, Voice> = lazySchema((z) =>
  z.strictObject({
    id: nonEmpty(),
    name: z.string(),
    category: z.string(),
    settings: z
      .strictObject({
        stability: z.number(),
        similarity_boost: z.number(),
        style: z.number().nullable().default(null),
        use_speaker_boost: z.boolean().nullable().default(false),
        speed: z.number().min(0.7).max(1.2).optional(),
      })
      .nullable()
      .default(null),
  }),
);

const BELLA: FilledVoice = {
  id: 'EXAVITQu4vr4xnSDxMaL',
  name: 'Bella',
  category: 'premade',
  settings: { stability: 0.71, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
};

/** The supported output formats; the second part is the rate in Hz. */
export type ElevenLabsEncoding =
  | 'mp3_22050_32'
  | 'mp3_24000_48'
  | `mp3_44100_${32 | 64 | 96 | 128 | 192}`
  | `pcm_${8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000}`
  | 'ulaw_8000'
  | 'alaw_8000';

const ENCODINGS = [
  'mp3_22050_32',
  'mp3_24000_48',
  'mp3_44100_32',
  'mp3_44100_64',
  'mp3_44100_96',
  'mp3_44100_128',
  'mp3_44100_192',
  'pcm_8000',
  'pcm_16000',
  'pcm_22050',
  'pcm_24000',
  'pcm_32000',
  'pcm_44100',
  'pcm_48000',
  'ulaw_8000',
  'alaw_8000',
] as const satisfies readonly ElevenLabsEncoding[];

/** A version of a pronunciation dictionary that is stored at ElevenLabs. */
export interface PronunciationDictionaryLocator {
  /** Id of the dictionary. */
  readonly pronunciation_dictionary_id: string;
  /** Id of its version. */
  readonly version_id: string;
}

/** Text to speech by ElevenLabs. */
export interface ElevenLabsTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Voice. The default is Bella: `premade`, stability 0.71, similarity_boost 0.5, style 0, use_speaker_boost true. */
  readonly voice?: Voice | undefined;
  /** Speech model. @default "eleven_flash_v2_5" */
  readonly model?: string | undefined;
  /** Format of the audio; the second part is its rate in Hz. @default "mp3_22050_32" */
  readonly encoding?: ElevenLabsEncoding | undefined;
  /** Parses SSML tags in the text, which is then sent as one message. @default false */
  readonly enable_ssml_parsing?: boolean | undefined;
  /**
   * Characters collected before the first, second, third … piece is spoken. @range each 50 to 500
   * @default [80,120,200,260]
   */
  readonly chunk_length_schedule?: readonly number[] | undefined;
  /** Speaks each sentence once it is complete; `chunk_length_schedule` is not used then. Default: false. */
  readonly auto_mode?: boolean | undefined;
  /** ISO 639-1 code of the language to speak. Default: the model detects it. */
  readonly language_code?: string | undefined;
  /** Up to three pronunciation dictionaries, in order of precedence. */
  readonly pronunciation_dictionary_locators?: readonly PronunciationDictionaryLocator[] | undefined;
  /** Base URL of a region or a proxy. Default: ElevenLabs' own. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of the message that begins an utterance, that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.ElevenLabs(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['ELEVENLABS_API_KEY'] ?? '';
 * export const tts = TTS.ElevenLabs({ api_key, language_code: 'de', encoding: 'pcm_24000' });
 * ```
 */
export interface ElevenLabsTts extends ElevenLabsTtsSettings {
  readonly provider: 'elevenlabs';
}

type Extension = 'base_url' | 'extra' | 'language_code' | 'auto_mode' | 'pronunciation_dictionary_locators';

export type FilledElevenLabsTts = Omit<Filled<ElevenLabsTts, Extension>, 'voice'> & {
  readonly voice: FilledVoice;
};

const RESERVED: Reserved<'query' | 'body' | 'headers'> = {
  query: [
    ['model_id', 'output_format', 'enable_ssml_parsing', 'inactivity_timeout', 'sync_alignment', 'auto_mode'],
    ['language_code', 'authorization', 'xi-api-key', 'xi_api_key'],
  ].flat(),
  body: [
    ['text', 'context_id', 'flush', 'close_context', 'close_socket', 'xi_api_key', 'xi-api-key', 'authorization'],
    ['stability', 'similarity_boost', 'style', 'use_speaker_boost', 'speed'].map((name) => `voice_settings.${name}`),
    ['generation_config.chunk_length_schedule', 'pronunciation_dictionary_locators'],
  ].flat(),
  headers: ['xi-api-key'],
};

const DEFAULT_SCHEDULE: readonly number[] = [80, 120, 200, 260];

export const elevenLabsTtsSchema: () => Tagged<FilledElevenLabsTts, ElevenLabsTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('elevenlabs'),
      api_key: secretKey(),
      voice: voiceSchema().default(BELLA),
      model: nonEmpty().default('eleven_flash_v2_5'),
      encoding: z.enum(ENCODINGS).default('mp3_22050_32'),
      enable_ssml_parsing: z.boolean().default(false),
      chunk_length_schedule: z.array(z.int().min(50).max(500)).default([...DEFAULT_SCHEDULE]),
      auto_mode: z.boolean().optional(),
      language_code: z
        .string()
        .regex(/^[a-z]{2,3}$/u, 'a language code without a region, such as en')
        .optional(),
      pronunciation_dictionary_locators: z
        .array(z.strictObject({ pronunciation_dictionary_id: nonEmpty(), version_id: nonEmpty() }))
        .max(3)
        .optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine(isScheduleAllowed, reportAt('chunk_length_schedule', 'no schedule, because `auto_mode` is true')),
);

function isScheduleAllowed(settings: Pick<FilledElevenLabsTts, 'auto_mode' | 'chunk_length_schedule'>): boolean {
  const { auto_mode, chunk_length_schedule: schedule } = settings;
  return (
    auto_mode !== true ||
    !Array.isArray(schedule) ||
    schedule.length === 0 ||
    schedule.join() === DEFAULT_SCHEDULE.join()
  );
}
