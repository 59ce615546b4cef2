import { finalTimeout, nonEmpty, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';
import type { SherpaSttModelType } from '../../../src/models/model.ts';
import { STT_MODELS } from './models.ts';

/**
 * Speech to text with sherpa-onnx on this machine. Needs no key, but the optional package `sherpa-onnx-node` and a
 * model, which `npx antiphon models pull` downloads.
 */
export interface SherpaSttSettings {
  /** Name of a pulled model, such as `zipformer-en-20M`, or the path of a folder with a model. */
  readonly model: string;
  /** Type of the model in a folder. Default: `model` is the name of a pulled model. */
  readonly model_type?: SherpaSttModelType | undefined;
  /**
   * BCP-47 tag of the spoken language, for models with several languages that accept one: Whisper and SenseVoice.
   * Default: the model detects it.
   */
  readonly language?: string | undefined;
  /** Phrases that are recognised more readily, for transducers. @default [] */
  readonly keywords?: readonly string[] | undefined;
  /** How much more readily the keywords are recognised. @range 0 to 10 @default 1.5 */
  readonly keywords_score?: number | undefined;
  /**
   * Audio between two interims of a model that decodes whole pieces (Moonshine, Whisper, SenseVoice, Parakeet), in
   * seconds. On a slow machine, the pause lasts twice as long as the last decoding. `false`: no interims. @default 0.6
   */
  readonly interim_interval?: number | false | undefined;
  /** Threads of one process. @range 1 to 16 @default 1 */
  readonly threads?: number | undefined;
  /** Sessions that share one process. @range 1 to 64 @default 8 */
  readonly max_sessions?: number | undefined;
  /**
   * Maximum number of processes of this model. Once all are full, further sessions fail. Default: the number of
   * processor cores. @range 1 to 64
   */
  readonly max_processes?: number | undefined;
  /** Time limit for the final text after the end of speech, in seconds. @default 3 */
  readonly final_timeout?: number | undefined;
}

/**
 * `STT.Sherpa(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 *
 * export const stt = STT.Sherpa({ model: 'zipformer-en-20M', keywords: ['Antiphon'] });
 * ```
 */
export interface SherpaStt extends SherpaSttSettings {
  readonly provider: 'sherpa';
}

export type FilledSherpaStt = Filled<SherpaStt, 'model_type' | 'language' | 'max_processes'>;

export const sherpaSttSchema: () => Tagged<FilledSherpaStt, SherpaStt> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('sherpa'),
    model: nonEmpty(),
    model_type: z.enum(Object.keys(STT_MODELS) as SherpaSttModelType[]).optional(),
    language: nonEmpty().optional(),
    keywords: z.array(nonEmpty()).readonly().default([]),
    keywords_score: z.number().min(0).max(10).default(1.5),
    interim_interval: z.union([z.number().min(0.1).max(30), z.literal(false)]).default(0.6),
    threads: z.int().min(1).max(16).default(1),
    max_sessions: z.int().min(1).max(64).default(8),
    max_processes: z.int().min(1).max(64).optional(),
    final_timeout: finalTimeout().default(3),
  }),
);
