import { existsSync } from 'node:fs';
import type { Issue } from '../../src/core/errors.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';
import type { FilledSileroVad } from './settings.ts';
import type { FilledSmartTurn } from './smartTurn/settings.ts';

/** Rejects with `provider_unavailable` if the engine's package is not installed. */
export async function verifySilero({ model_path: path }: FilledSileroVad): Promise<readonly Issue[]> {
  if (path !== undefined) findOnnxRuntime('silero', 'VAD.Silero with a `model_path`');
  return [];
}

/** Reports a missing model file. Rejects with `provider_unavailable` if the engine's package is not installed. */
export async function verifySmartTurn({ model_path: path }: FilledSmartTurn): Promise<readonly Issue[]> {
  findOnnxRuntime('smart-turn', 'TurnDetection.SmartTurn');
  return existsSync(path) ? [] : [{ path: 'model_path', expected: 'the path of an ONNX file', got: `"${path}"` }];
}

function findOnnxRuntime(provider: string, user: string): void {
  requirePackages(['onnxruntime-node'], user, { code: 'provider_unavailable', provider });
}
