import { firstValueFrom } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import type { Issue } from '../../../src/core/errors.ts';
import type { SpeechToText } from '../../../src/core/ports.ts';
import type { HearingHost } from './host.ts';
import { sharedHearingHost } from './host.ts';
import type { LocalSttSettings } from './settings.ts';
import { localSttSchema } from './settings.ts';

export interface LocalSttOptions {
  /** The thread that hears. Default: the one that all sessions of the process share. */
  readonly host?: HearingHost | undefined;
  /** Taken as every provider takes it; this one needs no clock, it counts samples. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * The embedded recogniser: SoundSwallower, in a thread of its own. 16 kHz, with interims; understands what the grammar can
 * produce and nothing else. A grammar that the engine refuses fails every segment; `verifyLocalStt` tells beforehand.
 */
export function localStt(settings: LocalSttSettings, { host = sharedHearingHost }: LocalSttOptions = {}): SpeechToText {
  const { grammar, language, decoders } = localSttSchema.parse({ ...settings, provider: 'local' });
  return {
    name: 'local',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: (speech) => host.transcribe({ grammar, language, decoders }, speech),
  };
}

/** What only the engine can find wrong with `settings`: faults of the grammar, and each word that it does not know. */
export async function verifyLocalStt(
  settings: LocalSttSettings,
  host: HearingHost = sharedHearingHost,
): Promise<readonly Issue[]> {
  const { grammar, language, decoders } = localSttSchema.parse({ ...settings, provider: 'local' });
  const faults = await firstValueFrom(host.verify({ grammar, language, decoders }));
  return faults.map((fault) => ({ path: 'grammar', ...fault }));
}
