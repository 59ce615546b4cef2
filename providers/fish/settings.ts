import * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { baseUrl, nonEmpty, secretKey } from '../../src/core/schema.ts';

/** Text to speech by Fish Audio (spec 2.6, `TTS.ProviderG`). */
export interface FishTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Identifier of the voice model. @default "933563129e564b19a115bedd57b7406a" */
  readonly model_id?: string | undefined;
  /** Trades stability against latency: `normal` is the most stable, `low` the quickest. @default "balanced" */
  readonly latency?: 'normal' | 'balanced' | 'low' | undefined;
  /** Normalises the text, for steadier numbers, dates and URLs. @default true */
  readonly normalize?: boolean | undefined;
  /** Another address than Fish Audio's own: a compatible server, a proxy. An extension to the spec. */
  readonly base_url?: string | undefined;
}

/** `TTS.Fish(…)` as it stands in a config. */
export interface FishTts extends FishTtsSettings {
  readonly provider: 'fish';
}

export type FilledFishTts = Filled<FishTts, 'base_url'>;

export const fishTtsSchema: Tagged<FilledFishTts, FishTts> = z.strictObject({
  provider: z.literal('fish'),
  api_key: secretKey,
  model_id: nonEmpty.default('933563129e564b19a115bedd57b7406a'),
  latency: z.enum(['normal', 'balanced', 'low']).default('balanced'),
  normalize: z.boolean().default(true),
  base_url: baseUrl.optional(),
});
