import { nonEmpty, seconds, turnSeconds, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/**
 * Turn detection with Smart Turn v3, a model that listens to the last 8 s of the user's audio. It needs
 * the optional peer `onnxruntime-node`.
 */
export interface SmartTurnSettings {
  /** Path of the ONNX file, such as `smart-turn-v3.2-cpu.onnx`. */
  readonly model_path: string;
  /** Probability from which the user counts as finished. @range 0 to 1 @default 0.5 */
  readonly threshold?: number | undefined;
  /**
   * Thresholds for individual languages, by BCP-47 tag, in place of `threshold`; `de` also applies to `de-CH`.
   * @default {}
   */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /**
   * Pause after which the model is asked, and the shortest pause that can end a turn, in seconds. Replaces
   * `min_endpointing_delay`.
   * @default 0.3
   */
  readonly min_delay?: number | undefined;
  /**
   * Pause after which a turn ends even if the model says that it continues, in seconds from the last voice with words.
   * @default 3
   */
  readonly max_delay?: number | undefined;
  /**
   * Time limit for the model's answer, in seconds. If it is exceeded, `min_endpointing_delay` ends the turn.
   * @default 0.3
   */
  readonly timeout?: number | undefined;
  /**
   * BCP-47 tag of the language for `thresholds`, if the recogniser does not report one. Default: the first language of
   * the recogniser's settings.
   */
  readonly language?: string | undefined;
}

/**
 * `TurnDetection.SmartTurn(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TurnDetection } from 'antiphon';
 *
 * export const turn_detection = TurnDetection.SmartTurn({ model_path: 'smart-turn-v3.2.onnx' });
 * ```
 */
export interface SmartTurnConfig extends SmartTurnSettings {
  readonly provider: 'smart-turn';
}

export type FilledSmartTurn = Filled<SmartTurnConfig, 'language'>;

export const smartTurnSchema: () => Tagged<FilledSmartTurn, SmartTurnConfig> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('smart-turn'),
    model_path: nonEmpty(),
    threshold: z.number().min(0).max(1).default(0.5),
    thresholds: z.record(z.string(), z.number().min(0).max(1)).default({}),
    min_delay: turnSeconds().default(0.3),
    max_delay: turnSeconds().default(3),
    timeout: seconds().default(0.3),
    language: z.string().min(1).optional(),
  }),
);
