import { firstValueFrom } from 'rxjs';
import type { Issue } from '../../../src/core/errors.ts';
import type { SpeechToText } from '../../../src/core/ports.ts';
import { ENGINE_SAMPLE_RATE } from './engine.ts';
import type { SttHost } from './host.ts';
import { sharedSttHost } from './host.ts';
import type { LocalSttSettings } from './settings.ts';
import { localSttSchema } from './settings.ts';

/**
 * The embedded recogniser: SoundSwallower, in a thread of its own. 16 kHz, with interims; it understands what the grammar
 * can produce and nothing else. It keeps no clock: interims are counted in samples. A grammar that the engine refuses
 * fails every segment; `verifyLocalStt` tells beforehand.
 */
export function localStt(settings: LocalSttSettings): SpeechToText {
  return createLocalStt(sharedSttHost, settings);
}

/** The same in a thread of one's own. */
export function createLocalStt(host: SttHost, settings: LocalSttSettings): SpeechToText {
  const { grammar, language, decoders } = localSttSchema.parse({ ...settings, provider: 'local' });
  return {
    name: 'local',
    sampleRate: ENGINE_SAMPLE_RATE,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: (speech) => host.transcribe({ grammar, language, decoders }, speech),
  };
}

/** What only the engine can find wrong with `settings`: faults of the grammar, and each word that it does not know. */
export async function verifyLocalStt(
  settings: LocalSttSettings,
  host: SttHost = sharedSttHost,
): Promise<readonly Issue[]> {
  const { grammar, language, decoders } = localSttSchema.parse({ ...settings, provider: 'local' });
  const faults = await firstValueFrom(host.verify({ grammar, language, decoders }));
  return faults.map((fault) => ({ path: 'grammar', ...fault }));
}
