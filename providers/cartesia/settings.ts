import * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { baseUrl, nonEmpty, secretKey } from '../../src/core/schema.ts';

/** Text to speech by Cartesia (spec 2.6, `TTS.ProviderF`). */
export interface CartesiaTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model. @default "sonic-3.5" */
  readonly model?: string | undefined;
  /** Language in which the voice speaks. @default "en" */
  readonly language?: string | undefined;
  /** Encoding of the audio. @default "pcm_s16le" */
  readonly encoding?: 'pcm_s16le' | undefined;
  /**
   * Id of a voice, or the numbers that represent one.
   * @range 192 elements
   * @default "f786b574-daa5-4673-aa0c-cbe3e8534c02"
   */
  readonly voice?: string | readonly number[] | undefined;
  /**
   * From slowest to fastest, 0 being the voice's own speed, or a label; null leaves it as it is.
   * @range -1 to 1
   * @default null
   */
  readonly speed?: number | 'fastest' | 'fast' | 'normal' | 'slow' | 'slowest' | null | undefined;
  /** Emotions of the speaker, each `name:level`. @default null */
  readonly emotion?: readonly string[] | null | undefined;
  /** Rate of the audio, in Hz. @default 24000 */
  readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
  /** Another address than Cartesia's own: a compatible server, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
}

/** `TTS.Cartesia(…)` as it stands in a config. */
export interface CartesiaTts extends CartesiaTtsSettings {
  readonly provider: 'cartesia';
}

export type FilledCartesiaTts = Filled<CartesiaTts, 'base_url'>;

export const cartesiaTtsSchema: Tagged<FilledCartesiaTts, CartesiaTts> = z.strictObject({
  provider: z.literal('cartesia'),
  api_key: secretKey,
  model: nonEmpty.default('sonic-3.5'),
  language: nonEmpty.default('en'),
  encoding: z.literal('pcm_s16le').default('pcm_s16le'),
  voice: z.union([nonEmpty, z.array(z.number()).length(192)]).default('f786b574-daa5-4673-aa0c-cbe3e8534c02'),
  speed: z
    .union([z.number().min(-1).max(1), z.enum(['fastest', 'fast', 'normal', 'slow', 'slowest']), z.null()])
    .default(null),
  emotion: z.array(nonEmpty).nullable().default(null),
  sample_rate: z.literal([8000, 16000, 22050, 24000, 44100, 48000]).default(24000),
  base_url: baseUrl.optional(),
});
