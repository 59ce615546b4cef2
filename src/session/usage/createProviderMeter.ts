import type { ServedEvent } from '../../core/ports.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import { addAmount, NO_AMOUNTS, type UsageNames, type UsedProviders, type UsedVoice } from './createUsage.ts';
import type { UsageState } from './usageState.ts';

/** Counts what each provider of a port that stands for several was sent, and what was heard of it. */
export interface ProviderMeter {
  /** `heard`: the number of characters that the event adds to those that were heard. */
  add(event: MetricEvent, heard: number): void;
  used(): Omit<UsedProviders, 'stt'>;
  /** Counts what is spoken from now on for another voice. */
  changeTts(tts: UsageNames['tts'], before: Pick<UsageState, 'sentCharacters' | 'heardCharacters'>): void;
}

export function createProviderMeter(names: Pick<UsageNames, 'tts'>): ProviderMeter {
  let recognisers = NO_AMOUNTS;
  let earlier: readonly UsedVoice[] = [];
  let voice: UsedVoice = { tts: names.tts, providers: NO_AMOUNTS, sentBefore: 0, heardBefore: 0 };
  let speaking: ServedEvent | null = null;
  return {
    add: (event, heard) => {
      if (event.kind === 'used' && event.port === 'stt')
        recognisers = addAmount(recognisers, event, { sent: event.seconds });
      else if (event.kind === 'used')
        voice = { ...voice, providers: addAmount(voice.providers, event, { sent: event.characters }) };
      else if (event.kind === 'served' && event.port === 'tts') speaking = event;
      if (heard > 0 && speaking !== null)
        voice = { ...voice, providers: addAmount(voice.providers, speaking, { heard }) };
    },
    used: () => ({ recognisers, voices: [...earlier, voice] }),
    changeTts: (tts, { sentCharacters: sentBefore, heardCharacters: heardBefore }) => {
      earlier = [...earlier, voice];
      voice = { tts, providers: NO_AMOUNTS, sentBefore, heardBefore };
      speaking = null;
    },
  };
}
