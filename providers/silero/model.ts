import { defer } from 'rxjs';
import type { VadModel } from '../../src/core/ports.ts';
import { createSileroHost, type SileroHost } from './host.ts';
import { resolveModelFile } from './modelFile.ts';
import { WINDOW_SAMPLES } from './messages.ts';

export interface SileroOptions {
  /** The rate the model listens at, in Hz. Audio of any other rate is resampled by `vad`. */
  readonly sampleRate: 8000 | 16000;
  /** An ONNX file with the interface of Silero v5 or v6. @default the Silero v6 that ships with this package */
  readonly modelPath?: string | undefined;
}

/** One host per model file, for the life of the process. */
const hosts = new Map<string, SileroHost>();

/**
 * Creates Silero VAD v6, in one worker thread that all sessions share. The first subscription starts it.
 *
 * Errors with `vad_failed` if the model cannot be loaded or its thread ends; the next subscription starts a new thread.
 *
 * Source: https://github.com/snakers4/silero-vad
 */
export function silero({ sampleRate, modelPath }: SileroOptions): VadModel {
  return {
    sampleRate,
    windowSamples: WINDOW_SAMPLES[sampleRate],
    score: (windows) => defer(() => findSileroHost(modelPath).score(windows, sampleRate)),
  };
}

/** Returns the host of a model file, and creates it if there is none. */
export function findSileroHost(modelPath?: string): SileroHost {
  const model = resolveModelFile(modelPath);
  const host = hosts.get(model.path) ?? createSileroHost({ model });
  hosts.set(model.path, host);
  return host;
}
