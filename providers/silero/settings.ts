import { nonEmpty, reportAt, seconds, turnSeconds, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/**
 * The engine that runs Silero VAD:
 *
 * - `wasm`: the bundled model in WebAssembly, in the session's thread, 22 to 35 µs for a window of 32 ms
 * - `onnx`: your own model file, in a worker thread; needs the optional peer `onnxruntime-node`
 * - `auto`: `wasm` for the bundled model, `onnx` for your own file
 */
export type SileroEngine = 'auto' | 'wasm' | 'onnx';

/** Voice activity detection with Silero VAD. Speech and silence are measured in windows of 32 ms. */
export interface SileroSettings {
  /** Speech after which a segment starts, in seconds. @default 0.05 */
  readonly min_speech_duration?: number | undefined;
  /** Silence after which a segment ends, in seconds. @default 0.55 */
  readonly min_silence_duration?: number | undefined;
  /** Audio kept from before the detected start of speech, in seconds. @default 0.5 */
  readonly prefix_padding_duration?: number | undefined;
  /** Longest transcribed speech of one segment, in seconds; the rest of the segment is ignored. @default 60 */
  readonly max_buffered_speech?: number | undefined;
  /** Probability from which a window counts as speech. @range 0 to 1 @default 0.5 */
  readonly activation_threshold?: number | undefined;
  /** Rate of the model, in Hz. @default 16000 */
  readonly sample_rate?: 8000 | 16000 | undefined;
  /** Path of a Silero v6 ONNX file. Default: the bundled one. */
  readonly model_path?: string | undefined;
  /**
   * The engine: `wasm` runs the bundled model in the session's thread, `onnx` the model of `model_path` with
   * onnxruntime-node, which you install. `auto`: `onnx` if there is a `model_path`, else `wasm`. @default "auto"
   */
  readonly engine?: SileroEngine | undefined;
}

/**
 * `VAD.Silero(…)` as written in a config.
 *
 * @example
 * ```ts
 * import { VAD } from 'antiphon';
 *
 * export const vad = VAD.Silero({ min_silence_duration: 0.4, activation_threshold: 0.6 });
 * ```
 */
export interface SileroVad extends SileroSettings {
  readonly provider: 'silero';
}

export type FilledSileroVad = Filled<SileroVad, 'model_path'>;

export const sileroSchema: () => Tagged<FilledSileroVad, SileroVad> = lazySchema((z) =>
  z
    .strictObject({
      provider: z.literal('silero'),
      min_speech_duration: turnSeconds().default(0.05),
      min_silence_duration: turnSeconds().default(0.55),
      prefix_padding_duration: seconds().default(0.5),
      max_buffered_speech: seconds().default(60),
      activation_threshold: z.number().min(0).max(1).default(0.5),
      sample_rate: z.literal([8000, 16000]).default(16000),
      model_path: nonEmpty().optional(),
      engine: z.literal(['auto', 'wasm', 'onnx']).default('auto'),
    })
    .refine(
      ({ engine, model_path }) => engine !== 'onnx' || model_path !== undefined,
      reportAt('model_path', "the path of an ONNX file with `engine: 'onnx'`"),
    )
    .refine(
      ({ engine, model_path }) => engine !== 'wasm' || model_path === undefined,
      reportAt('engine', "'auto' or 'onnx' with `model_path`: 'wasm' runs the bundled model"),
    ),
);
