import { plainSeconds, probability, seconds, sentence, type Sentence } from '../../src/core/sentence.ts';
import { explainOpenTurn, silenceOf, type WaitOptions } from '../endpointing/explain.ts';
import type { TurnState } from '../endpointing/turnState.ts';
import type { Delays } from './judgement.ts';
import type { Pause } from './pause.ts';

/** The verdict on the latest pause, by a model or by the recogniser of the transcripts; null without a verdict. */
export interface KnownVerdict {
  readonly by: 'model' | 'recogniser';
  readonly over: number;
  readonly threshold: number;
}

export interface JudgedPause {
  readonly state: TurnState;
  readonly pause: Pause | null;
  readonly verdict: KnownVerdict | null;
  readonly delays: Delays;
}

/** Explains why a turn with a model is over. */
export function explainJudgedEnd({ state, pause, verdict, delays }: JudgedPause, now: number): Sentence {
  const silenceMs = silenceOf(state, now);
  if (silenceMs === null || pause === null) return sentence`all words are known`;
  const silence = seconds('silenceMs', silenceMs);
  if (verdict === null)
    return sentence`${silence} of silence, ${plainSeconds('neededMs', delays.silenceMs)} needed without a verdict`;
  const judged = explainVerdict(verdict);
  if (verdict.over >= verdict.threshold)
    return sentence`${judged}, and ${silence} of silence, ${plainSeconds('neededMs', delays.minDelayMs)} needed`;
  const waited = seconds('waitedMs', now - pause.lastWordsAt);
  return sentence`${judged}, but no more words have come for ${waited}, ${plainSeconds('neededMs', delays.maxDelayMs)} needed`;
}

function explainVerdict({ by, over, threshold }: KnownVerdict): Sentence {
  if (by === 'recogniser')
    return over >= threshold
      ? sentence`the recogniser has found the end of the turn`
      : sentence`the recogniser has not found the end of the turn`;
  const [given, needed] = [probability('probability', over), probability('neededProbability', threshold)];
  return sentence`the turn is over with a probability of ${given}, ${needed} needed`;
}

/** Explains what the end of a turn with a model waits for. Null if nothing has been said. */
export function explainOpenPause(
  { state, pause, verdict, delays }: JudgedPause,
  options: WaitOptions,
): Sentence | null {
  if (pause === null) return explainOpenTurn(state, { ...options, minDelayMs: delays.silenceMs });
  const { now } = options;
  if (verdict === null) return explainUnjudged(silenceOf(state, now));
  if (verdict.over >= verdict.threshold) return explainOpenTurn(state, { ...options, minDelayMs: delays.minDelayMs });
  const left = seconds('leftMs', Math.max(0, pause.lastWordsAt + delays.maxDelayMs - now));
  return sentence`waits: ${explainVerdict(verdict)} (${left} left)`;
}

function explainUnjudged(silenceMs: number | null): Sentence {
  if (silenceMs === null) return sentence`waits: no verdict on whether the turn is over`;
  return sentence`waits: ${seconds('silenceMs', silenceMs)} of silence, and no verdict on whether the turn is over`;
}
