import type { Usage } from '../../core/usage.ts';
import type { Ports } from '../config/ports.ts';
import { sumTokens } from './tokenState.ts';
import { countHeardMs, type UsageState } from './usageState.ts';

/** The providers of a session, as the usage names them. */
export type UsageNames = { readonly [Port in 'stt' | 'tts']: Pick<Ports[Port], 'name' | 'model'> };

/** A voice of a session, and the characters of the voices before it. */
export interface UsedVoice {
  readonly tts: UsageNames['tts'];
  /** The providers that it stands for. They take the place of what the session counts itself. */
  readonly providers: UsedAmounts;
  readonly sentBefore: number;
  readonly heardBefore: number;
}

/** A recogniser of a session, and the audio of those before it, in ms. */
export interface UsedRecogniser {
  readonly stt: UsageNames['stt'];
  /** The providers that it stands for. They take the place of what the session counts itself. */
  readonly providers: UsedAmounts;
  readonly heardMsBefore: number;
}

/** Amounts that a port reports of the providers for which it stands, by provider and model. */
export type UsedAmounts = ReadonlyMap<string, UsedAmount>;

interface UsedAmount {
  readonly provider: string;
  readonly model: string | null;
  /** Audio in seconds, or characters of text, that were sent to it. */
  readonly sent: number;
  /** Characters that were heard. */
  readonly heard: number;
}

export const NO_AMOUNTS: UsedAmounts = new Map();

/** Adds amounts of one provider. */
export function addAmount(
  amounts: UsedAmounts,
  { provider, model = null }: { readonly provider: string; readonly model?: string | null | undefined },
  { sent = 0, heard = 0 }: { readonly sent?: number; readonly heard?: number },
): UsedAmounts {
  const key = JSON.stringify([provider, model]);
  const before = amounts.get(key) ?? { provider, model, sent: 0, heard: 0 };
  return new Map(amounts).set(key, { ...before, sent: before.sent + sent, heard: before.heard + heard });
}

/** The recognisers of a session, and its voices, in their order. */
export interface UsedProviders {
  readonly recognisers: readonly UsedRecogniser[];
  readonly voices: readonly UsedVoice[];
}

/** Creates the snapshot of a state. */
export function createUsage(state: UsageState, { recognisers, voices }: UsedProviders): Usage {
  const { tokens } = state;
  return {
    stt: countRecognisers(state, recognisers),
    tts: countVoices(state, voices),
    llm: [...sumTokens(tokens)].map(([model, calls]) => ({ model, ...calls })),
  };
}

/** Counts the seconds of each provider and model. */
function countRecognisers(state: UsageState, recognisers: readonly UsedRecogniser[]): Usage['stt'] {
  const counted = recognisers.reduce((sums, { stt, providers, heardMsBefore }, at) => {
    if (providers.size > 0)
      return [...providers.values()].reduce((all, amount) => addAmount(all, amount, amount), sums);
    const heardMs = (recognisers[at + 1]?.heardMsBefore ?? countHeardMs(state)) - heardMsBefore;
    return addAmount(sums, { provider: stt.name, model: stt.model }, { sent: heardMs / 1000 });
  }, NO_AMOUNTS);
  return [...counted.values()].map(({ provider, model, sent }) => ({
    provider,
    model,
    seconds: Math.round(sent * 1000) / 1000,
  }));
}

/** Counts the characters of each provider and model. */
function countVoices(state: UsageState, voices: readonly UsedVoice[]): Usage['tts'] {
  const counted = voices.reduce((sums, voice, at) => {
    const { tts, providers, sentBefore, heardBefore } = voice;
    if (providers.size > 0)
      return [...providers.values()].reduce((all, amount) => addAmount(all, amount, amount), sums);
    const next = voices[at + 1];
    const sent = (next?.sentBefore ?? state.sentCharacters) - sentBefore;
    const heard = (next?.heardBefore ?? state.heardCharacters) - heardBefore;
    return addAmount(sums, { provider: tts.name, model: tts.model }, { sent, heard });
  }, NO_AMOUNTS);
  return [...counted.values()].map(({ provider, model, sent, heard }) => ({
    provider,
    model,
    characters: sent,
    heardCharacters: heard,
  }));
}
