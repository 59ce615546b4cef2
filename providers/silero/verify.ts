import { createRequire } from 'node:module';
import { AntiphonError, type Issue } from '../../src/core/errors.ts';
import { isOnnx } from './model.ts';
import type { FilledSileroVad } from './settings.ts';

const MISSING =
  "VAD.Silero with a `model_path`, or with engine 'onnx', needs the optional package onnxruntime-node: npm install onnxruntime-node";

/** Rejects with `provider_unavailable` if the engine's package is not installed. */
export async function verifySilero({ engine, model_path: modelPath }: FilledSileroVad): Promise<readonly Issue[]> {
  if (isOnnx({ engine, modelPath })) findOnnxRuntime();
  return [];
}

function findOnnxRuntime(): void {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
  } catch (cause) {
    throw new AntiphonError('provider_unavailable', MISSING, { provider: 'silero', cause });
  }
}
