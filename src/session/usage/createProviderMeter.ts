import type { ServedEvent } from '../../core/ports.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import {
  addAmount,
  NO_AMOUNTS,
  type UsageNames,
  type UsedProviders,
  type UsedRecogniser,
  type UsedVoice,
} from './createUsage.ts';
import { countHeardMs, type UsageState } from './usageState.ts';

/** Counts what each provider of a port that stands for several was sent, and what was heard of it. */
export interface ProviderMeter {
  /** `heard`: the number of characters that the event adds to those that were heard. */
  add(event: MetricEvent, heard: number): void;
  used(): UsedProviders;
  /** Counts what is spoken from now on for another voice. */
  changeTts(tts: UsageNames['tts'], before: Pick<UsageState, 'sentCharacters' | 'heardCharacters'>): void;
  /** Counts what is heard from now on for another recogniser. */
  changeStt(stt: UsageNames['stt'], before: UsageState): void;
}

export function createProviderMeter(names: UsageNames): ProviderMeter {
  let replaced: readonly UsedRecogniser[] = [];
  let recogniser: UsedRecogniser = { stt: names.stt, providers: NO_AMOUNTS, heardMsBefore: 0 };
  let earlier: readonly UsedVoice[] = [];
  let voice: UsedVoice = { tts: names.tts, providers: NO_AMOUNTS, sentBefore: 0, heardBefore: 0 };
  let speaking: ServedEvent | null = null;
  return {
    add: (event, heard) => {
      if (event.kind === 'used' && event.port === 'stt')
        recogniser = { ...recogniser, providers: addAmount(recogniser.providers, event, { sent: event.seconds }) };
      else if (event.kind === 'used')
        voice = { ...voice, providers: addAmount(voice.providers, event, { sent: event.characters }) };
      else if (event.kind === 'served' && event.port === 'tts') speaking = event;
      if (heard > 0 && speaking !== null)
        voice = { ...voice, providers: addAmount(voice.providers, speaking, { heard }) };
    },
    used: () => ({ recognisers: [...replaced, recogniser], voices: [...earlier, voice] }),
    changeTts: (tts, { sentCharacters: sentBefore, heardCharacters: heardBefore }) => {
      earlier = [...earlier, voice];
      voice = { tts, providers: NO_AMOUNTS, sentBefore, heardBefore };
      speaking = null;
    },
    changeStt: (stt, before) => {
      replaced = [...replaced, recogniser];
      recogniser = { stt, providers: NO_AMOUNTS, heardMsBefore: countHeardMs(before) };
    },
  };
}
