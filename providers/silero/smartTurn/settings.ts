import { nonEmpty, seconds, turnSeconds, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** The ends of turns by Smart Turn v3, a model that listens to the last 8 s of the user's audio. It needs onnxruntime-node, which you install. */
export interface SmartTurnSettings {
  /** Path of the ONNX file, such as `smart-turn-v3.2-cpu.onnx`. */
  readonly model_path: string;
  /** Probability from which the user has finished. @range 0 to 1 @default 0.5 */
  readonly threshold?: number | undefined;
  /** Probabilities in place of `threshold`, by BCP-47 tag; `de` also holds for `de-CH`. @default {} */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /** Pause after which the model is asked, and the least one before a turn ends, in seconds. In place of `min_endpointing_delay`. @default 0.3 */
  readonly min_delay?: number | undefined;
  /** Pause after which a turn ends although the model says that it goes on, in seconds, from the last voice with words. @default 3 */
  readonly max_delay?: number | undefined;
  /** Time that the model has to answer, in seconds. After it the turn ends by `min_endpointing_delay`. @default 0.3 */
  readonly timeout?: number | undefined;
  /** BCP-47 tag of the language for `thresholds`, unless the recogniser says it. Default: the first that the recogniser is set to. */
  readonly language?: string | undefined;
}

/** `TurnDetection.SmartTurn(…)` as it stands in a config. */
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
