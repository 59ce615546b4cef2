import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Text to speech by Fish Audio. */
export interface FishTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Id of the voice, which Fish Audio calls a model. @default "933563129e564b19a115bedd57b7406a" */
  readonly model_id?: string | undefined;
  /** Trade-off between stability and latency: `normal` is the most stable, `low` the fastest. @default "balanced" */
  readonly latency?: 'normal' | 'balanced' | 'low' | undefined;
  /** Normalises the text, to speak numbers, dates and URLs more reliably. @default true */
  readonly normalize?: boolean | undefined;
  /** Multiplier of the speed. Default: the voice's own. @range 0.5 to 2 */
  readonly speed?: number | undefined;
  /** Change in loudness, in dB. Default: none. @range -20 to 20 */
  readonly volume?: number | undefined;
  /** Variation of the delivery. Default: Fish Audio's own. @range 0 to 1 */
  readonly temperature?: number | undefined;
  /** Nucleus sampling threshold. Default: Fish Audio's own. @range 0 to 1 */
  readonly top_p?: number | undefined;
  /** Rate of the audio, in Hz. Default: 24000. */
  readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 44100 | undefined;
  /** Base URL of a compatible server or a proxy. Default: Fish Audio's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of the `request` that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * `TTS.Fish(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['FISH_API_KEY'] ?? '';
 * export const tts = TTS.Fish({ api_key, latency: 'balanced', speed: 1.1 });
 * ```
 */
export interface FishTts extends FishTtsSettings {
  readonly provider: 'fish';
}

type Extension = 'base_url' | 'extra' | 'speed' | 'volume' | 'temperature' | 'top_p' | 'sample_rate';

export type FilledFishTts = Filled<FishTts, Extension>;

/** Fields that the settings set, or that change the form of the answers. */
const REQUEST_FIELDS = [
  ['text', 'format', 'sample_rate', 'latency', 'normalize', 'reference_id', 'chunk_length', 'temperature', 'top_p'],
  ['prosody.speed', 'prosody.volume'],
].flat();

export const fishTtsSchema: () => Tagged<FilledFishTts, FishTts> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('fish'),
    api_key: secretKey(),
    model_id: nonEmpty().default('933563129e564b19a115bedd57b7406a'),
    latency: z.enum(['normal', 'balanced', 'low']).default('balanced'),
    normalize: z.boolean().default(true),
    speed: z.number().min(0.5).max(2).optional(),
    volume: z.number().min(-20).max(20).optional(),
    temperature: z.number().min(0).max(1).optional(),
    top_p: z.number().min(0).max(1).optional(),
    sample_rate: z.literal([8000, 16000, 24000, 32000, 44100]).optional(),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: [], body: REQUEST_FIELDS, headers: ['model'] }).optional(),
  }),
);
