import { createEmbeddedTts } from '../../../providers/embedded.ts';
import { STT_PROVIDERS, TTS_PROVIDERS } from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SessionConfig } from '../../session/config/config.ts';
import type { Ports } from '../../session/config/ports.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { ScoreOptions } from '../score/options.ts';
import { createEngineWork, type Delay, type EngineWork } from './engineWork.ts';

/** A part that uses its embedded engine. */
export type EmbeddedPart = 'stt' | 'tts';

/** The embedded engines that a config names, running on a clock. */
export interface EmbeddedEngines extends Pick<EngineWork, 'wait'> {
  /** @throws AntiphonError `usage_invalid` if the config names another engine */
  createPorts(config: Pick<SessionConfig<object>, 'stt' | 'tts'>): Pick<Partial<Ports>, 'stt' | 'tts'>;
}

/**
 * Creates the engines of `parts`. Their answers take as long as those of the doubles, or their real time if it is
 * charged.
 */
export function createEmbeddedEngines(
  parts: readonly EmbeddedPart[],
  clock: VirtualClock,
  { doubles, realTime }: Pick<ScoreOptions, 'doubles' | 'realTime'>,
): EmbeddedEngines {
  const work = createEngineWork(clock);
  const delay =
    (ms: number): Delay =>
    (realMs) =>
      realTime === 'charged' ? Math.round(realMs) : ms;
  const sttDelay = delay(doubles?.stt?.delayMs ?? 50);
  const ttsDelay = delay(doubles?.tts?.firstAudioMs ?? 0);
  return {
    wait: work.wait,
    createPorts: ({ stt, tts }) => {
      for (const part of parts) checkProvider(part, { stt, tts }[part]?.provider ?? 'none');
      const recogniser = parts.includes('stt') && STT_PROVIDERS.local.create(STT_PROVIDERS.local.schema().parse(stt));
      const voice =
        parts.includes('tts') &&
        createEmbeddedTts(TTS_PROVIDERS.local.schema().parse(tts), clock, (request) =>
          work.wrapRequest(request, ttsDelay),
        );
      return {
        ...(recogniser && { stt: work.wrapStt(recogniser, sttDelay) }),
        ...(voice && { tts: voice }),
      };
    },
  };
}

function checkProvider(part: EmbeddedPart, provider: string): void {
  if (provider === 'local') return;
  const name = `${part.toUpperCase()}.Local`;
  const message = `score.suite: embedded: expected an agent with ${name}, got the provider ${JSON.stringify(provider)}`;
  throw new AntiphonError('usage_invalid', message, { path: part });
}
