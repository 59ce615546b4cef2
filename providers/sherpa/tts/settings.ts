import { nonEmpty, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';
import type { SherpaTtsModelType } from '../../../src/models/model.ts';
import { TTS_MODELS } from './models.ts';

/**
 * Text to speech with sherpa-onnx on this machine. Needs no key, but the optional package `sherpa-onnx-node` and a
 * model, which `npx antiphon models pull` downloads.
 */
export interface SherpaTtsSettings {
  /** Name of a pulled model, such as `piper-en_US-ljspeech-medium-int8`, or the path of a folder with a model. */
  readonly model: string;
  /** Type of the model in a folder. Default: `model` is the name of a pulled model. */
  readonly model_type?: SherpaTtsModelType | undefined;
  /** Number of the voice, in a model with several. @default 0 */
  readonly speaker?: number | undefined;
  /** Speed. @range 0.5 to 2 @default 1 */
  readonly speed?: number | undefined;
  /**
   * BCP-47 tag of the text's language. It decides where sentences end, and how Supertonic and Kokoro pronounce the
   * text. Default: the first language of the model, or `en` for a folder.
   */
  readonly language?: string | undefined;
  /** Threads of one process. @range 1 to 16 @default 1 */
  readonly threads?: number | undefined;
  /** Maximum number of processes of this model; each speaks one sentence at a time. @range 1 to 64 @default 2 */
  readonly max_processes?: number | undefined;
}

/**
 * `TTS.Sherpa(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TTS } from 'antiphon';
 *
 * export const tts = TTS.Sherpa({ model: 'kokoro-en-v0_19', speaker: 3, speed: 1.1 });
 * ```
 */
export interface SherpaTts extends SherpaTtsSettings {
  readonly provider: 'sherpa';
}

export type FilledSherpaTts = Filled<SherpaTts, 'model_type' | 'language'>;

export const sherpaTtsSchema: () => Tagged<FilledSherpaTts, SherpaTts> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('sherpa'),
    model: nonEmpty(),
    model_type: z.enum(Object.keys(TTS_MODELS) as SherpaTtsModelType[]).optional(),
    speaker: z.int().min(0).default(0),
    speed: z.number().min(0.5).max(2).default(1),
    language: nonEmpty().optional(),
    threads: z.int().min(1).max(16).default(1),
    max_processes: z.int().min(1).max(64).default(2),
  }),
);
