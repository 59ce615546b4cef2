import { computeDueAt, type TurnState } from '../endpointing/turnState.ts';
import { awaitsWords, isSamePause, type Pause } from './pause.ts';

/** A judgement about a pause. `unknown`: the model has failed or is late. */
export interface Judgement {
  readonly pause: Pause | null;
  readonly outcome: 'asking' | 'over' | 'goes_on' | 'unknown';
  /** True if the turn is probably over. */
  readonly isEager?: boolean | undefined;
}

export const NOT_JUDGED: Judgement = { pause: null, outcome: 'asking' };

export interface Delays {
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly silenceMs: number;
}

/** Computes when the turn ends, in scheduler time; null while unknown. */
export function computeTurnEnd(
  state: TurnState,
  pause: Pause | null,
  judgement: Judgement,
  { minDelayMs, maxDelayMs, silenceMs }: Delays,
): number | null {
  if (pause === null || awaitsWords(state) || !isSamePause(pause, judgement.pause)) return null;
  switch (judgement.outcome) {
    case 'asking':
      return null;
    case 'over':
      return computeDueAt(state, minDelayMs);
    case 'goes_on':
      return pause.lastWordsAt + maxDelayMs;
    case 'unknown':
      return computeDueAt(state, silenceMs);
  }
}
