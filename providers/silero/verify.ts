import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AntiphonError, type Issue } from '../../src/core/errors.ts';
import { isOnnx } from './model.ts';
import type { FilledSileroVad } from './settings.ts';
import type { FilledSmartTurn } from './smartTurn/settings.ts';

const MISSING =
  "VAD.Silero with a `model_path`, or with engine 'onnx', needs the optional package onnxruntime-node: npm install onnxruntime-node";

/** Rejects with `provider_unavailable` if the engine's package is not installed. */
export async function verifySilero({ engine, model_path: modelPath }: FilledSileroVad): Promise<readonly Issue[]> {
  if (isOnnx({ engine, modelPath })) findOnnxRuntime('silero', MISSING);
  return [];
}

const MISSING_FOR_TURNS =
  'TurnDetection.SmartTurn needs the optional package onnxruntime-node: npm install onnxruntime-node';

/** Reports a missing model file. Rejects with `provider_unavailable` if the engine's package is not installed. */
export async function verifySmartTurn({ model_path: path }: FilledSmartTurn): Promise<readonly Issue[]> {
  findOnnxRuntime('smart-turn', MISSING_FOR_TURNS);
  return existsSync(path) ? [] : [{ path: 'model_path', expected: 'the path of an ONNX file', got: `"${path}"` }];
}

function findOnnxRuntime(provider: string, message: string): void {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
  } catch (cause) {
    throw new AntiphonError('provider_unavailable', message, { provider, cause });
  }
}
