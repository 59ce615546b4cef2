import { numbered, plainSeconds, seconds, sentence, type Sentence } from '../../src/core/sentence.ts';
import { computeDueAt, hasWords, isAwaited, type SegmentState, type TurnState } from './turnState.ts';

export interface WaitOptions {
  readonly now: number;
  readonly minDelayMs: number;
  /** Returns the scheduler time at which the wait for the words of a segment ends; null if unknown. */
  readonly wordsDueAt: (segment: number) => number | null;
}

/** Returns the silence of a turn so far, in ms; null without voice. */
export function silenceOf({ segments }: Pick<TurnState, 'segments'>, now: number): number | null {
  const voiced = segments.filter(({ noise }) => !noise).map(({ lastVoicedAt }) => lastVoicedAt);
  const latest = Math.max(...voiced);
  return Number.isFinite(latest) ? now - latest : null;
}

/** Explains why a turn is over. */
export function explainTurnEnd(
  state: TurnState,
  { now, minDelayMs }: Pick<WaitOptions, 'now' | 'minDelayMs'>,
): Sentence {
  const silenceMs = silenceOf(state, now);
  if (silenceMs === null) return sentence`all words are known`;
  const needed = plainSeconds('neededMs', minDelayMs);
  return sentence`${seconds('silenceMs', silenceMs)} of silence, ${needed} needed, and all words are known`;
}

/** Explains what the end of a turn waits for. Null if nothing has been said. */
export function explainOpenTurn(state: TurnState, options: WaitOptions): Sentence | null {
  const { now, minDelayMs } = options;
  const awaited = state.segments.find(isAwaited);
  if (awaited !== undefined) return explainSegment(awaited, options);
  const dueAt = computeDueAt(state, minDelayMs);
  const silenceMs = silenceOf(state, now);
  if (dueAt === null || silenceMs === null || dueAt <= now) return null;
  const needed = plainSeconds('neededMs', minDelayMs);
  const left = seconds('leftMs', dueAt - now);
  return sentence`waits: ${seconds('silenceMs', silenceMs)} of silence, ${needed} needed (${left} left)`;
}

/** Explains what a turn waits for in a segment: its end, or its words. */
export function explainSegment(awaited: SegmentState, { now, wordsDueAt }: WaitOptions): Sentence {
  const { segment, open } = awaited;
  if (open) return sentence`waits: ${numbered('segment', segment)} is still open`;
  const dueAt = wordsDueAt(segment);
  const what = hasWords(awaited) ? 'no final yet' : 'no words yet';
  if (dueAt === null || dueAt < now) return sentence`waits: ${numbered('segment', segment)} has ${what}`;
  return sentence`waits: ${numbered('segment', segment)} has ${what} (${seconds('leftMs', dueAt - now)} left)`;
}
