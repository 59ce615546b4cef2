import { defer } from 'rxjs';
import type { VadModel } from '../../src/core/ports.ts';
import { createSileroHost } from './host.ts';
import type { SileroHost } from './host.ts';
import { resolveModelFile } from './modelFile.ts';
import { WINDOW_SAMPLES } from './messages.ts';

export interface SileroOptions {
  /** The rate the model listens at, in Hz. Audio of any other rate is resampled by `vad`. */
  readonly sampleRate: 8000 | 16000;
  /** An ONNX file with the interface of Silero v5 or v6. @default the Silero v6 that ships with this package */
  readonly modelPath?: string | undefined;
}

/** One worker per model file, for as long as the process lives: what holds a thread is the host's business. */
const hosts = new Map<string, SileroHost>();

/**
 * Silero VAD v6, in one worker thread that all sessions share. Nothing is started before the first subscription.
 *
 * Errors with `vad_failed` when the model cannot be loaded or its thread dies; the next subscription starts anew.
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

/** The host of a model file; its `stats` say what is open. */
export function findSileroHost(modelPath?: string): SileroHost {
  const model = resolveModelFile(modelPath);
  const host = hosts.get(model.path) ?? createSileroHost({ model });
  hosts.set(model.path, host);
  return host;
}
