import type { Window } from './windows.ts';

/** Ends a segment at once, at its place among the windows. */
export interface ForcedEnd {
  readonly kind: 'mute' | 'stall';
}

export interface ScoredWindow extends Window {
  /** Probability of speech, 0 to 1. */
  readonly p: number;
}

export type Step = Window | ForcedEnd;
export type ScoredStep = ScoredWindow | ForcedEnd;
