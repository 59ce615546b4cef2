import { seconds, turnSeconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/**
 * Turn detection by rules about the words: unfinished endings, hesitations, dictated numbers, spelled words. Supports
 * English, French, German and Spanish; in other languages, silence ends turns.
 */
export interface TextTurnsSettings {
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
   * @default 0.4
   */
  readonly min_delay?: number | undefined;
  /**
   * Pause after which a turn ends even if the model says that it continues, in seconds from the last voice with words.
   * @default 3
   */
  readonly max_delay?: number | undefined;
  /**
   * Time limit for the model's answer, in seconds. If it is exceeded, `min_endpointing_delay` ends the turn.
   * @default 0.2
   */
  readonly timeout?: number | undefined;
  /**
   * BCP-47 tag of the language, if the recogniser does not report one. Default: the first language of the recogniser's
   * settings.
   */
  readonly language?: string | undefined;
}

/**
 * `TurnDetection.Text(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { TurnDetection } from 'antiphon';
 *
 * export const turn_detection = TurnDetection.Text({ max_delay: 4 });
 * ```
 */
export interface TextTurns extends TextTurnsSettings {
  readonly provider: 'text';
}

export type FilledTextTurns = Filled<TextTurns, 'language'>;

export const textTurnsSchema: () => Tagged<FilledTextTurns, TextTurns> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('text'),
    threshold: z.number().min(0).max(1).default(0.5),
    thresholds: z.record(z.string(), z.number().min(0).max(1)).default({}),
    min_delay: turnSeconds().default(0.4),
    max_delay: turnSeconds().default(3),
    timeout: seconds().default(0.2),
    language: z.string().min(1).optional(),
  }),
);
