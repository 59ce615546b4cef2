import type { PreemptiveMetric } from '../../core/metric.ts';
import type { RoundProgress, SpeechProgress } from '../../core/turn.ts';
import { addTokens, NO_TOKENS } from '../../core/usage.ts';

/** The outcome of an answer that was requested ahead, or of its speech. */
export type PreemptiveEvent = Extract<RoundProgress, { readonly kind: 'kept' | 'discarded' }> | SpeechProgress;

const NOTHING: PreemptiveMetric = { gainedMs: 0, discarded: 0, discardedChunks: 0, discardedCharacters: 0 };
const NOTHING_SPOKEN = { gainedMs: 0, discardedCharacters: 0 };

/** Adds the outcome of an answer that was requested before the commit, or of its speech. */
export function addPreemptive(before: PreemptiveMetric | null, event: PreemptiveEvent): PreemptiveMetric {
  const sum = before ?? NOTHING;
  const { tts = NOTHING_SPOKEN } = sum;
  switch (event.kind) {
    case 'kept':
      return { ...sum, gainedMs: Math.round(event.gainedMs) };
    case 'discarded':
      return {
        ...sum,
        discarded: sum.discarded + 1,
        discardedChunks: sum.discardedChunks + event.chunks,
        discardedCharacters: sum.discardedCharacters + event.characters,
        ...(event.usage && { discardedTokens: addTokens(sum.discardedTokens ?? NO_TOKENS, event.usage) }),
      };
    case 'prepared':
      return { ...sum, tts: { ...tts, gainedMs: Math.round(event.gainedMs) } };
    case 'unspoken':
      return { ...sum, tts: { ...tts, discardedCharacters: tts.discardedCharacters + event.text.length } };
  }
}
