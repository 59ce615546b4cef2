import { summariseWaits, type Waits } from './waits.ts';

/** A pause of a user, with what a model made of it. */
export interface ScoredPause {
  /** Its length, in ms; infinite: the user has finished. */
  readonly lengthMs: number;
  /** The model's probabilities that the user has finished, by the time since the last sound, in ms, in order. */
  readonly scores: readonly PauseScore[];
}

export interface PauseScore {
  readonly afterMs: number;
  readonly over: number;
}

/** When a turn ends: from `minDelayMs` on, when the model's latest probability is above `threshold`; at the latest after `maxDelayMs`. */
export interface Policy {
  /** Undefined: silence of `minDelayMs` ends a turn; no model is asked. */
  readonly threshold: number | undefined;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
}

/** What a policy does to the users of a set. */
export interface TradeOff extends Policy {
  /** Share of the pauses within turns in which the turn would have been ended. */
  readonly cutOffs: number;
  /** Time from the end of what a user says to the end of the turn. */
  readonly waits: Waits;
  /** Share of the ends that the model missed: the turn ended by `maxDelayMs`. */
  readonly missed: number;
}

/** Pauses within turns that count, in ms: shorter ones are no decision, in longer ones an answer would be right. */
const COUNTED_MS = { from: 200, to: 5000 } as const;

/** Keeps the ends of turns, and the pauses within them that count. */
export function selectPauses(pauses: readonly ScoredPause[]): readonly ScoredPause[] {
  return pauses.filter(({ lengthMs }) => isEnd(lengthMs) || (lengthMs >= COUNTED_MS.from && lengthMs <= COUNTED_MS.to));
}

/** Evaluates a policy on pauses. */
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

/** The policies of eot-bench: thresholds, least delays and limits, each with each. */
export function createPolicies(): readonly Policy[] {
  return range(0, 1, 0.01).flatMap((threshold) =>
    range(0.2, 1, 0.1).flatMap((min) =>
      range(1, 3.5, 0.5).map((max) => ({ threshold, minDelayMs: toMs(min), maxDelayMs: toMs(max) })),
    ),
  );
}

/** Silence alone, with the delays of `createPolicies`. */
export function createSilences(): readonly Policy[] {
  const delays = new Set([...range(0.2, 1, 0.1), ...range(1, 3.5, 0.5)].map(toMs));
  return [...delays].map((delayMs) => ({ threshold: undefined, minDelayMs: delayMs, maxDelayMs: delayMs }));
}

/** Selects what nothing else beats in both mean wait and cut-offs, the quickest first. */
export function selectFrontier(tradeOffs: readonly TradeOff[]): readonly TradeOff[] {
  const ordered = tradeOffs.toSorted((a, b) => a.waits.mean - b.waits.mean || a.cutOffs - b.cutOffs);
  let best = Number.POSITIVE_INFINITY;
  return ordered.filter(({ cutOffs }) => {
    const isBetter = cutOffs < best;
    best = Math.min(best, cutOffs);
    return isBetter;
  });
}

/** Finds the fewest cut-offs with at most that mean wait, in ms; undefined: no policy is so quick. */
export function findByWait(tradeOffs: readonly TradeOff[], atMostMs: number): TradeOff | undefined {
  return selectFrontier(tradeOffs).findLast(({ waits }) => waits.mean <= atMostMs + ROUNDING);
}

/** Finds the shortest mean wait with at most that share of cut-offs; undefined: no policy has so few. */
export function findByCutOffs(tradeOffs: readonly TradeOff[], atMost: number): TradeOff | undefined {
  return selectFrontier(tradeOffs).find(({ cutOffs }) => cutOffs <= atMost + ROUNDING);
}

const ROUNDING = 1e-9;

function isEnd(lengthMs: number): boolean {
  return lengthMs === Number.POSITIVE_INFINITY;
}

/** Computes when the turn ends if the pause lasts so long. As in `turnEnd`, a later answer of the model replaces an earlier one. */
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
