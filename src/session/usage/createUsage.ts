import type { Usage } from '../../core/usage.ts';
import type { Ports } from '../config/ports.ts';
import type { AudioLength } from './audioLength.ts';
import type { TokenMeter } from './tokenMeter.ts';
import { addAmount, type UsedAmounts } from './usedAmounts.ts';

/** The providers of a session, as the usage names them. */
export type UsageNames = { readonly [Port in 'stt' | 'tts']: Pick<Ports[Port], 'name' | 'model'> };

/** A voice of a session, and its characters. */
export interface UsedVoice {
  readonly tts: UsageNames['tts'];
  sent: number;
  heard: number;
  /**
   * The usage of the providers that it stands for, which replaces the session's own count; null: it stands for none.
   */
  providers: UsedAmounts | null;
}

/** A recogniser of a session, and its audio. */
export interface UsedRecogniser {
  readonly stt: UsageNames['stt'];
  readonly heard: AudioLength;
  /**
   * The usage of the providers that it stands for, which replaces the session's own count; null: it stands for none.
   */
  providers: UsedAmounts | null;
}

/** Creates a snapshot of the usage. */
export function createUsage(
  recognisers: readonly UsedRecogniser[],
  voices: readonly UsedVoice[],
  tokens: TokenMeter,
): Usage {
  return { stt: countRecognisers(recognisers), tts: countVoices(voices), llm: tokens.usage() };
}

/** Counts the seconds of each provider and model. */
function countRecognisers(recognisers: readonly UsedRecogniser[]): Usage['stt'] {
  const sums: UsedAmounts = new Map();
  for (const { stt, heard, providers } of recognisers) {
    if (providers === null) addAmount(sums, { provider: stt.name, model: stt.model }, { sent: heard.ms() / 1000 });
    else addAmounts(sums, providers);
  }
  return Array.from(sums.values(), ({ provider, model, sent }) => ({
    provider,
    model,
    seconds: Math.round(sent * 1000) / 1000,
  }));
}

/** Counts the characters of each provider and model. */
function countVoices(voices: readonly UsedVoice[]): Usage['tts'] {
  const sums: UsedAmounts = new Map();
  for (const { tts, sent, heard, providers } of voices) {
    if (providers === null) addAmount(sums, { provider: tts.name, model: tts.model }, { sent, heard });
    else addAmounts(sums, providers);
  }
  return Array.from(sums.values(), ({ provider, model, sent, heard }) => ({
    provider,
    model,
    characters: sent,
    heardCharacters: heard,
  }));
}

function addAmounts(sums: UsedAmounts, amounts: UsedAmounts): void {
  for (const amount of amounts.values()) addAmount(sums, amount, amount);
}
