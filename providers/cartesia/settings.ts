import { createExtraSchema, type Extra, type Reserved } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, reportAt, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Text to speech by Cartesia. */
export interface CartesiaTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model. @default "sonic-3.5" */
  readonly model?: string | undefined;
  /** Language code of the speech. @default "en" */
  readonly language?: string | undefined;
  /** Encoding of the audio. @default "pcm_s16le" */
  readonly encoding?: 'pcm_s16le' | undefined;
  /** Id of a voice, or its embedding. @range 192 elements @default "f786b574-daa5-4673-aa0c-cbe3e8534c02" */
  readonly voice?: string | readonly number[] | undefined;
  /** From slowest to fastest, or a label; 0 and null are the voice's own speed. @range -1 to 1 @default null */
  readonly speed?: number | 'fastest' | 'fast' | 'normal' | 'slow' | 'slowest' | null | undefined;
  /**
   * Emotions of the speaker, each `name` or `name:level`. Levels, or several emotions, select API version 2024-11-13.
   * @default null
   */
  readonly emotion?: readonly string[] | null | undefined;
  /** Rate of the audio, in Hz. @default 24000 */
  readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
  /** Multiplier of the loudness. Default: the voice's own. Models from `sonic-3` on. @range 0.5 to 2 */
  readonly volume?: number | undefined;
  /** Id of a pronunciation dictionary. Models from `sonic-3` on. */
  readonly pronunciation_dict_id?: string | undefined;
  /** Base URL of a compatible server or a proxy. Default: Cartesia's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of every message, that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.Cartesia(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['CARTESIA_API_KEY'] ?? '';
 * export const tts = TTS.Cartesia({ api_key, model: 'sonic-3.5', language: 'de' });
 * ```
 */
export interface CartesiaTts extends CartesiaTtsSettings {
  readonly provider: 'cartesia';
}

export type FilledCartesiaTts = Filled<CartesiaTts, 'base_url' | 'extra' | 'volume' | 'pronunciation_dict_id'>;

const RESERVED: Reserved<'query' | 'body' | 'headers'> = {
  query: ['api_key', 'access_token', 'cartesia_version'],
  body: [
    ['transcript', 'context_id', 'continue', 'flush', 'cancel', 'model_id', 'voice', 'output_format', 'language'],
    ['add_timestamps', 'use_normalized_timestamps', 'max_buffer_delay_ms', 'pronunciation_dict_id'],
    ['generation_config.speed', 'generation_config.emotion', 'generation_config.volume'],
  ].flat(),
  headers: ['cartesia-version', 'x-api-key'],
};

/** Returns whether the model is older than `sonic-3`. */
export function isLegacyModel(model: string): boolean {
  return /^sonic(?:-english|-multilingual|-turbo(?:-.+)?|-2(?:-.+)?)?$/u.test(model);
}

const TOO_OLD = 'nothing, because `model` is older than sonic-3';

export const cartesiaTtsSchema: () => Tagged<FilledCartesiaTts, CartesiaTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('cartesia'),
      api_key: secretKey(),
      model: nonEmpty().default('sonic-3.5'),
      language: nonEmpty().default('en'),
      encoding: z.literal('pcm_s16le').default('pcm_s16le'),
      voice: z.union([nonEmpty(), z.array(z.number()).length(192)]).default('f786b574-daa5-4673-aa0c-cbe3e8534c02'),
      speed: z
        .union([z.number().min(-1).max(1), z.enum(['fastest', 'fast', 'normal', 'slow', 'slowest']), z.null()])
        .default(null),
      emotion: z.array(nonEmpty()).nullable().default(null),
      sample_rate: z.literal([8000, 16000, 22050, 24000, 44100, 48000]).default(24000),
      volume: z.number().min(0.5).max(2).optional(),
      pronunciation_dict_id: nonEmpty().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine((settings) => isSupported(settings.model, settings.volume), reportAt('volume', TOO_OLD))
    .refine(
      (settings) => isSupported(settings.model, settings.pronunciation_dict_id),
      reportAt('pronunciation_dict_id', TOO_OLD),
    ),
);

/** Returns whether the model allows the value. Models before `sonic-3` have neither volume nor dictionaries. */
function isSupported(model: unknown, value: unknown): boolean {
  return typeof model !== 'string' || !isLegacyModel(model) || value === undefined;
}
