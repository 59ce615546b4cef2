import * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { nonEmpty, seconds, turnSeconds } from '../../src/core/schema.ts';

/** Voice activity detection by Silero VAD. Every duration is met at the end of a 32 ms window. */
export interface SileroSettings {
  /** Speech needed before speech is deemed started, in seconds. @default 0.05 */
  readonly min_speech_duration?: number | undefined;
  /** Silence needed before speech is deemed ended, in seconds. @default 0.55 */
  readonly min_silence_duration?: number | undefined;
  /** Audio kept from before the detected start of speech, in seconds. @default 0.5 */
  readonly prefix_padding_duration?: number | undefined;
  /** Most speech of one segment that is transcribed, in seconds; further speech of the segment is ignored. @default 60 */
  readonly max_buffered_speech?: number | undefined;
  /** Probability from which a window counts as speech. Nearer 1 is stricter. @range 0 to 1 @default 0.5 */
  readonly activation_threshold?: number | undefined;
  /** Rate the model runs at, in Hz. @default 16000 */
  readonly sample_rate?: 8000 | 16000 | undefined;
  /** Path of another Silero v6 ONNX file than the one in the package. */
  readonly model_path?: string | undefined;
}

/** `VAD.Silero(…)` as it stands in a config. */
export interface SileroVad extends SileroSettings {
  readonly provider: 'silero';
}

export type FilledSileroVad = Filled<SileroVad, 'model_path'>;

export const sileroSchema: Tagged<FilledSileroVad, SileroVad> = z.strictObject({
  provider: z.literal('silero'),
  min_speech_duration: turnSeconds.default(0.05),
  min_silence_duration: turnSeconds.default(0.55),
  prefix_padding_duration: seconds.default(0.5),
  max_buffered_speech: seconds.default(60),
  activation_threshold: z.number().min(0).max(1).default(0.5),
  sample_rate: z.literal([8000, 16000]).default(16000),
  model_path: nonEmpty.optional(),
});
