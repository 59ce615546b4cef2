import type { PreemptiveMetric } from '../../core/metric.ts';
import type { RoundProgress } from '../../core/turn.ts';

/** What has become of an answer that was asked for ahead. */
export type PreemptiveEvent = Extract<RoundProgress, { readonly kind: 'kept' | 'discarded' }>;

const NOTHING: PreemptiveMetric = { gainedMs: 0, discarded: 0, discardedChunks: 0, discardedCharacters: 0 };

/** Adds an answer that was asked for before the commit. */
export function addPreemptive(before: PreemptiveMetric | null, event: PreemptiveEvent): PreemptiveMetric {
  const sum = before ?? NOTHING;
  if (event.kind === 'kept') return { ...sum, gainedMs: Math.round(event.gainedMs) };
  return {
    gainedMs: sum.gainedMs,
    discarded: sum.discarded + 1,
    discardedChunks: sum.discardedChunks + event.chunks,
    discardedCharacters: sum.discardedCharacters + event.characters,
  };
}
