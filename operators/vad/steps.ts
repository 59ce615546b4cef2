import type { Window } from './windows.ts';

/** Ends a segment at once, at its place among the windows. `turn`: only this one, and only in a pause. */
export type ForcedEnd = { readonly kind: 'mute' | 'stall' } | { readonly kind: 'turn'; readonly segment: number };

export interface ScoredWindow extends Window {
  /** Probability of speech, 0 to 1. */
  readonly p: number;
}

export type Step = Window | ForcedEnd;
export type ScoredStep = ScoredWindow | ForcedEnd;
