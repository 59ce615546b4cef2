import type { Issue } from '../../../src/core/errors.ts';
import { parseSettings } from '../../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../../src/core/ports.ts';
import { firstUnlessAborted } from '../../../src/wire/engine/firstUnlessAborted.ts';
import { MODEL_RATE } from '../engine/decoder.ts';
import { requireAddon, sharedEngines, type SherpaEngines } from '../engines.ts';
import { locateModel } from '../modelFolder.ts';
import { createRecogniserSettings } from './recogniser.ts';
import { findSttUse } from './models.ts';
import { limitsOf, transcribe } from './sttHost.ts';
import { sherpaSttSchema, type SherpaSttSettings } from './settings.ts';

/**
 * Creates a recogniser that runs a model of sherpa-onnx in processes of its own: 16 kHz, any sentence, with interims.
 * Needs the optional package `sherpa-onnx-node` 1.13.8 and a model, which `npx antiphon models pull` downloads. Every
 * segment fails if one of them is missing, or while all processes are full. `verifySherpaStt` finds a missing package
 * or model earlier.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { sherpaStt } from 'antiphon/providers';
 *
 * export const words = transcribe({ stt: sherpaStt({ model: 'zipformer-en-20M' }) });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://github.com/k2-fsa/sherpa-onnx
 */
export function sherpaStt(settings: SherpaSttSettings): SpeechToText {
  return createSherpaStt(sharedEngines, settings);
}

/** Creates `sherpaStt` with given engines. */
export function createSherpaStt(engines: SherpaEngines, settings: SherpaSttSettings): SpeechToText {
  const filled = parseSettings('sherpaStt', 'sherpa', sherpaSttSchema(), settings);
  return {
    name: 'sherpa',
    model: filled.model,
    sampleRate: MODEL_RATE,
    finalTimeoutMs: 1000 * filled.final_timeout,
    interims: filled.interim_interval !== false || findSttUse(filled)?.streaming === true,
    transcribe: (speech) => transcribe(engines, filled, speech),
  };
}

/**
 * Finds faults of the settings that need the model: loads it, and rejects if it, a file of it or the addon is missing.
 *
 * @throws (rejects with) AntiphonError `model_missing` · `provider_unavailable` · `provider_failed`
 */
export async function verifySherpaStt(
  settings: SherpaSttSettings,
  signal?: AbortSignal,
  engines: SherpaEngines = sharedEngines,
): Promise<readonly Issue[]> {
  const filled = parseSettings('verifySherpaStt', 'sherpa', sherpaSttSchema(), settings);
  if (engines === sharedEngines) requireAddon('STT.Sherpa');
  const recogniser = createRecogniserSettings(locateModel('stt', filled), filled);
  const host = engines.stt(recogniser).select(limitsOf(filled));
  await firstUnlessAborted(host.request({ kind: 'verify', settings: recogniser }), signal);
  return [];
}
