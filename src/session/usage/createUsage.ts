import type { Usage } from '../../core/usage.ts';
import type { Ports } from '../config/ports.ts';
import { sumTokens } from './tokenState.ts';
import { countHeardMs, type UsageState } from './usageState.ts';

/** The providers of a session, as the usage names them. */
export type UsageNames = { readonly [Port in 'stt' | 'tts']: Pick<Ports[Port], 'name' | 'model'> };

/** A voice of a session, and the characters of the voices before it. */
export interface UsedVoice {
  readonly tts: UsageNames['tts'];
  readonly sentBefore: number;
  readonly heardBefore: number;
}

/** The recogniser of a session, and its voices in their order. */
export interface UsedProviders extends Pick<UsageNames, 'stt'> {
  readonly voices: readonly UsedVoice[];
}

/** Creates the snapshot of a state. */
export function createUsage(state: UsageState, { stt, voices }: UsedProviders): Usage {
  const { tokens } = state;
  return {
    stt: [{ provider: stt.name, model: stt.model ?? null, seconds: countHeardMs(state) / 1000 }],
    tts: countVoices(state, voices),
    llm: [...sumTokens(tokens)].map(([model, calls]) => ({ model, ...calls })),
  };
}

/** Counts the characters of each provider and model. */
function countVoices(state: UsageState, voices: readonly UsedVoice[]): Usage['tts'] {
  const counted = new Map<string, Usage['tts'][number]>();
  for (const [at, { tts, sentBefore, heardBefore }] of voices.entries()) {
    const next = voices[at + 1];
    const name = { provider: tts.name, model: tts.model ?? null };
    const before = counted.get(JSON.stringify(name));
    counted.set(JSON.stringify(name), {
      ...name,
      characters: (before?.characters ?? 0) + (next?.sentBefore ?? state.sentCharacters) - sentBefore,
      heardCharacters: (before?.heardCharacters ?? 0) + (next?.heardBefore ?? state.heardCharacters) - heardBefore,
    });
  }
  return [...counted.values()];
}
