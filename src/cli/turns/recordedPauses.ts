import { evaluatePolicy, selectPauses, type PauseScore, type ScoredPause, type TradeOff } from './policies.ts';
import type { RecordedFinding, TimedSpeech } from './scorePauses.ts';

/** Length of the pause after a turn. */
const END: number = Number.POSITIVE_INFINITY;

/** Lists the pauses of a recording, each with the recogniser's findings in it. */
export function readFoundPauses(speech: TimedSpeech): readonly ScoredPause[] {
  return createPauses(speech, speech.session?.found ?? []);
}

/** Lists the pauses of a recording, each with the commit of a turn in it, if any. */
export function readCommittedPauses(speech: TimedSpeech): readonly ScoredPause[] {
  return createPauses(speech, speech.session?.committedMs.map((atMs) => ({ atMs, over: 1 })) ?? []);
}

/** A policy that ends a turn when it is committed. */
const AS_COMMITTED = { threshold: 0, minDelayMs: 0, maxDelayMs: Number.POSITIVE_INFINITY } as const;

/**
 * Evaluates how sessions treated their users. Ends of turns that were not committed do not count. Returns undefined if
 * none was.
 */
export function evaluateCommits(pauses: readonly ScoredPause[]): TradeOff | undefined {
  const isCommitted = ({ lengthMs, scores }: ScoredPause): boolean => Number.isFinite(lengthMs) || scores.length > 0;
  const counted = selectPauses(pauses).filter(isCommitted);
  if (counted.every(({ lengthMs }) => Number.isFinite(lengthMs))) return undefined;
  return evaluatePolicy(counted, AS_COMMITTED);
}

/**
 * Assigns findings to the pauses in which they arrived. Findings after a turn belong to its end until the next turn
 * begins.
 */
function createPauses({ turns, session }: TimedSpeech, came: readonly RecordedFinding[]): readonly ScoredPause[] {
  if (session === undefined) return [];
  const scoresOf = (fromMs: number, toMs: number | undefined, lengthMs: number): readonly PauseScore[] => {
    const from = session.timeOfEnd(fromMs);
    const to = toMs === undefined ? Number.POSITIVE_INFINITY : session.timeOfStart(toMs);
    return came
      .filter(({ atMs }) => atMs >= from && atMs < to)
      .map(({ atMs, over }) => ({ afterMs: Math.min(atMs - from, lengthMs - 1), over }));
  };
  return turns.flatMap(({ pauses, endMs }, n) => [
    ...pauses.map(({ fromMs, toMs }) => {
      const lengthMs = toMs - fromMs;
      return { lengthMs, scores: scoresOf(fromMs, toMs, lengthMs) };
    }),
    { lengthMs: END, scores: scoresOf(endMs, turns[n + 1]?.startMs, END) },
  ]);
}
