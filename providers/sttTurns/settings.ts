import { seconds, turnSeconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/**
 * Turn detection by the recogniser itself. It needs a recogniser that supports this, whose settings contain the
 * thresholds: `STT.Deepgram` with a `flux-` model, `STT.Soniox` or `STT.AssemblyAI`.
 */
export interface SttTurnsSettings {
  /** Shortest pause that can end a turn, in seconds. Replaces `min_endpointing_delay`. @default 0.2 */
  readonly min_delay?: number | undefined;
  /**
   * Pause after which a turn ends even if the recogniser says that it continues, in seconds from the last voice with
   * words.
   * @default 3
   */
  readonly max_delay?: number | undefined;
  /**
   * Time limit after `min_delay` for the recogniser to report on the pause, in seconds. If it is exceeded,
   * `min_endpointing_delay` ends the turn.
   * @default 0.5
   */
  readonly timeout?: number | undefined;
}

/**
 * `TurnDetection.STT(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { STT, TurnDetection } from 'antiphon';
 *
 * const api_key = process.env['DEEPGRAM_API_KEY'] ?? '';
 * export const stt = STT.Deepgram({ api_key, model: 'flux-general-en' }); // finds the ends of turns
 * export const turn_detection = TurnDetection.STT();
 * ```
 */
export interface SttTurns extends SttTurnsSettings {
  readonly provider: 'stt';
}

export type FilledSttTurns = Filled<SttTurns, never>;

export const sttTurnsSchema: () => Tagged<FilledSttTurns, SttTurns> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('stt'),
    min_delay: turnSeconds().default(0.2),
    max_delay: turnSeconds().default(3),
    timeout: seconds().default(0.5),
  }),
);
