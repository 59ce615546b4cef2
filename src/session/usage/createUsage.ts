import type { Usage } from '../../core/usage.ts';
import type { Ports } from '../config/ports.ts';
import { sumTokens } from './tokenState.ts';
import { countHeardMs, type UsageState } from './usageState.ts';

/** The providers of a session, as the usage names them. */
export type UsageNames = { readonly [Port in 'stt' | 'tts']: Pick<Ports[Port], 'name' | 'model'> };

/** Creates the snapshot of a state. */
export function createUsage(state: UsageState, { stt, tts }: UsageNames): Usage {
  const { sentCharacters: characters, heardCharacters, tokens } = state;
  return {
    stt: [{ provider: stt.name, model: stt.model ?? null, seconds: countHeardMs(state) / 1000 }],
    tts: [{ provider: tts.name, model: tts.model ?? null, characters, heardCharacters }],
    llm: [...sumTokens(tokens)].map(([model, calls]) => ({ model, ...calls })),
  };
}
