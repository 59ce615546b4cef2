import { seconds, turnSeconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** The ends of turns that the recogniser finds itself. It needs one that can, such as `STT.Deepgram` with a model that begins with `flux-`, where the thresholds are set. */
export interface SttTurnsSettings {
  /** Least pause before a turn ends, in seconds. In place of `min_endpointing_delay`. @default 0.2 */
  readonly min_delay?: number | undefined;
  /** Pause after which a turn ends although the recogniser says that it goes on, in seconds, from the last voice with words. @default 3 */
  readonly max_delay?: number | undefined;
  /** Time after `min_delay` in which the recogniser must have said something about the pause, in seconds. After it the turn ends by `min_endpointing_delay`. @default 0.5 */
  readonly timeout?: number | undefined;
}

/** `TurnDetection.STT(…)` as it stands in a config. */
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
