import { createExtraSchema, type Extra, type Reserved } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, reportAt, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** Text to speech by Rime. */
export interface RimeTtsSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model, such as `coda`, `mistv3` or `mistv2`. @default "coda" */
  readonly model?: string | undefined;
  /** Name of a voice of the model, which Rime calls its speaker. A voice speaks one language. @default "astra" */
  readonly voice?: string | undefined;
  /** Language code of the voice. @default "en" */
  readonly language?: string | undefined;
  /** Encoding of the audio. @default "pcm" */
  readonly encoding?: 'pcm' | 'mulaw' | undefined;
  /** Rate of the audio, in Hz. Mist models have at most 44100. @default 24000 */
  readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
  /** Multiplier of the voice's own speed; a number above 0; above 1 is faster with every model. */
  readonly speed?: number | undefined;
  /** True if `<300>` in the text is a pause of 300 ms. Mist models. Default: Rime's own, `false`. */
  readonly pause_between_brackets?: boolean | undefined;
  /** True if `{h'El.o}` in the text are phonemes. `mistv2` and `mist`. Default: Rime's own, `false`. */
  readonly phonemize_between_brackets?: boolean | undefined;
  /** Base URL of a region, a compatible server or a proxy. Default: Rime's own, in the west of the US. */
  readonly base_url?: string | undefined;
  /** Query parameters and headers of the connection that have no setting here. */
  readonly extra?: Extra<'query' | 'headers'> | undefined;
}

/**
 * `TTS.Rime(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * const api_key = process.env['RIME_API_KEY'] ?? '';
 * export const tts = TTS.Rime({ api_key, model: 'mistv3', voice: 'astra' });
 * ```
 */
export interface RimeTts extends RimeTtsSettings {
  readonly provider: 'rime';
}

type WithoutDefault = 'speed' | 'pause_between_brackets' | 'phonemize_between_brackets' | 'base_url' | 'extra';

export type FilledRimeTts = Filled<RimeTts, WithoutDefault>;

const RESERVED: Reserved<'query' | 'headers'> = {
  query: [
    ['speaker', 'modelId', 'lang', 'audioFormat', 'samplingRate', 'segment', 'immediate'],
    ['speedAlpha', 'timeScaleFactor', 'pauseBetweenBrackets', 'phonemizeBetweenBrackets', 'text'],
  ].flat(),
  headers: [],
};

/** Returns whether the model is of the Mist family. */
export function isMist(model: string): boolean {
  return model.startsWith('mist');
}

const MAX_MIST_RATE = 44_100;

export const rimeTtsSchema: () => Tagged<FilledRimeTts, RimeTts> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('rime'),
      api_key: secretKey(),
      model: nonEmpty().default('coda'),
      voice: nonEmpty().default('astra'),
      language: nonEmpty().default('en'),
      encoding: z.enum(['pcm', 'mulaw']).default('pcm'),
      sample_rate: z.literal([8000, 16000, 22050, 24000, 44100, 48000]).default(24000),
      speed: z.number().positive('a number above 0').optional(),
      pause_between_brackets: z.boolean().optional(),
      phonemize_between_brackets: z.boolean().optional(),
      base_url: baseUrl().optional(),
      extra: createExtraSchema(RESERVED).optional(),
    })
    .refine(isRateSupported, reportAt('sample_rate', `at most ${MAX_MIST_RATE}, because \`model\` is a Mist model`)),
);

function isRateSupported({ model, sample_rate }: { model: unknown; sample_rate: unknown }): boolean {
  return typeof model !== 'string' || !isMist(model) || Number(sample_rate) <= MAX_MIST_RATE;
}
