import { summariseWaits, type Waits } from './waits.ts';

/** A pause of a user with a model's probabilities for it. */
export interface ScoredPause {
  /** Its length in ms. Infinite if the user has finished. */
  readonly lengthMs: number;
  /** The model's probabilities that the user has finished, in order, by the time since the last sound in ms. */
  readonly scores: readonly PauseScore[];
}

export interface PauseScore {
  readonly afterMs: number;
  readonly over: number;
}

/**
 * A rule for ending turns: from `minDelayMs` on, as soon as the model's latest probability is above `threshold`; after
 * `maxDelayMs` at the latest.
 */
export interface Policy {
  /** Undefined: silence of `minDelayMs` ends a turn without asking a model. */
  readonly threshold: number | undefined;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
}

/** The effects of a policy on a set of users. */
export interface TradeOff extends Policy {
  /** Share of pauses within turns in which the turn would have ended. */
  readonly cutOffs: number;
  /** Time from the end of the user's speech to the end of the turn. */
  readonly waits: Waits;
  /** Share of ends that the model missed: `maxDelayMs` ended the turn. */
  readonly missed: number;
}

/**
 * Pauses within turns that count, in ms. In shorter pauses nothing is decided; in longer ones, an answer would be
 * right.
 */
const COUNTED_MS = { from: 200, to: 5000 } as const;

/** Selects the ends of turns, and the pauses within them that count. */
export function selectPauses(pauses: readonly ScoredPause[]): readonly ScoredPause[] {
  return pauses.filter(({ lengthMs }) => isEnd(lengthMs) || (lengthMs >= COUNTED_MS.from && lengthMs <= COUNTED_MS.to));
}

/** Evaluates a policy on a set of pauses. */
export function evaluatePolicy(pauses: readonly ScoredPause[], policy: Policy): TradeOff {
  const ends = pauses.filter(({ lengthMs }) => isEnd(lengthMs));
  const within = pauses.filter(({ lengthMs }) => !isEnd(lengthMs));
  const fired = ends.map((pause) => computeEnd(pause, policy));
  const cut = within.filter((pause) => computeEnd(pause, policy).atMs < pause.lengthMs);
  return {
    ...policy,
    cutOffs: within.length === 0 ? 0 : cut.length / within.length,
    waits: summariseWaits(fired.map(({ atMs }) => atMs)),
    missed: fired.filter(({ isMissed }) => isMissed).length / fired.length,
  };
}

/** Creates the policies of eot-bench: every combination of thresholds, minimum delays and limits. */
export function createPolicies(): readonly Policy[] {
  return range(0, 1, 0.01).flatMap((threshold) =>
    range(0.2, 1, 0.1).flatMap((min) =>
      range(1, 3.5, 0.5).map((max) => ({ threshold, minDelayMs: toMs(min), maxDelayMs: toMs(max) })),
    ),
  );
}

/** Creates policies of silence alone, with the delays of `createPolicies`. */
export function createSilences(): readonly Policy[] {
  const delays = new Set([...range(0.2, 1, 0.1), ...range(1, 3.5, 0.5)].map(toMs));
  return [...delays].map((delayMs) => ({ threshold: undefined, minDelayMs: delayMs, maxDelayMs: delayMs }));
}

/** Selects the trade-offs that no other one beats in both mean wait and cut-offs, quickest first. */
export function selectFrontier(tradeOffs: readonly TradeOff[]): readonly TradeOff[] {
  const ordered = tradeOffs.toSorted((a, b) => a.waits.mean - b.waits.mean || a.cutOffs - b.cutOffs);
  let best = Number.POSITIVE_INFINITY;
  return ordered.filter(({ cutOffs }) => {
    const isBetter = cutOffs < best;
    best = Math.min(best, cutOffs);
    return isBetter;
  });
}

/** Finds the fewest cut-offs with at most this mean wait, in ms. Returns undefined if no policy is that quick. */
export function findByWait(tradeOffs: readonly TradeOff[], atMostMs: number): TradeOff | undefined {
  return selectFrontier(tradeOffs).findLast(({ waits }) => waits.mean <= atMostMs + ROUNDING);
}

/** Finds the shortest mean wait with at most this share of cut-offs. Returns undefined if every policy has more. */
export function findByCutOffs(tradeOffs: readonly TradeOff[], atMost: number): TradeOff | undefined {
  return selectFrontier(tradeOffs).find(({ cutOffs }) => cutOffs <= atMost + ROUNDING);
}

const ROUNDING = 1e-9;

function isEnd(lengthMs: number): boolean {
  return lengthMs === Number.POSITIVE_INFINITY;
}

/**
 * Computes when the turn ends if the pause lasts that long. As in `turnEnd`, a later model answer replaces an earlier
 * one.
 */
function computeEnd(
  { scores }: ScoredPause,
  { threshold, minDelayMs, maxDelayMs }: Policy,
): { readonly atMs: number; readonly isMissed: boolean } {
  if (threshold === undefined) return { atMs: minDelayMs, isMissed: false };
  const valid = scores.slice(
    Math.max(
      0,
      scores.findLastIndex(({ afterMs }) => afterMs <= minDelayMs),
    ),
  );
  const first = valid.find(({ over }) => over > threshold);
  const atMs = first === undefined ? Number.POSITIVE_INFINITY : Math.max(minDelayMs, first.afterMs);
  return atMs <= maxDelayMs ? { atMs, isMissed: false } : { atMs: maxDelayMs, isMissed: true };
}

function range(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => from + n * step);
}

/** Converts seconds to whole ms. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
