import { requirePackages } from '../../../src/core/requirePackages.ts';
import { parseSettings } from '../../../src/core/parseSettings.ts';
import type { Issue } from '../../../src/core/errors.ts';
import type { SpeechToText } from '../../../src/core/ports.ts';
import { firstUnlessAborted } from '../../../src/wire/engine/firstUnlessAborted.ts';
import { ENGINE_SAMPLE_RATE } from './engine.ts';
import { sharedSttHost, type SttHost } from './host.ts';
import { localSttSchema, type LocalSttSettings } from './settings.ts';

/**
 * Creates a recogniser with the embedded engine SoundSwallower in its own thread: 16 kHz, with interims, timed by
 * samples. It recognises only sentences of the grammar. Needs the optional package `soundswallower` 0.6.3. Without it,
 * and with a grammar that the engine rejects, every segment fails; `verifyLocalStt` checks both earlier.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { localStt } from 'antiphon/providers';
 *
 * const grammar = '#JSGF V1.0; grammar desk; public <said> = hello | a table for (two | four) please;';
 * export const words = transcribe({ stt: localStt({ grammar }) });
 * ```
 */
export function localStt(settings: LocalSttSettings): SpeechToText {
  return createLocalStt(sharedSttHost, settings);
}

/** Creates `localStt` with a given host. */
export function createLocalStt(host: SttHost, settings: LocalSttSettings): SpeechToText {
  const { grammar, language, decoders, reject } = parseSettings('localStt', 'local', localSttSchema(), settings);
  return {
    name: 'local',
    sampleRate: ENGINE_SAMPLE_RATE,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: (speech) => host.transcribe({ grammar, language, decoders, reject }, speech),
  };
}

/**
 * Finds faults that only the engine can find: faults of the grammar, and each unknown word. Stops waiting for the
 * engine when `signal` aborts.
 *
 * @throws (rejects with) AntiphonError `provider_unavailable` if the engine is not installed
 */
export async function verifyLocalStt(
  settings: LocalSttSettings,
  signal?: AbortSignal,
  host: SttHost = sharedSttHost,
): Promise<readonly Issue[]> {
  const { grammar, language, decoders, reject } = parseSettings('verifyLocalStt', 'local', localSttSchema(), settings);
  if (host === sharedSttHost)
    requirePackages(['soundswallower'], 'STT.Local', { code: 'provider_unavailable', provider: 'local' });
  const faults = await firstUnlessAborted(host.verify({ grammar, language, decoders, reject }), signal);
  return faults.map((fault) => ({ path: 'grammar', ...fault }));
}
