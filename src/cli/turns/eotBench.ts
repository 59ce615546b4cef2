import {
  createPolicies,
  createSilences,
  evaluatePolicy,
  findByCutOffs,
  findByWait,
  selectPauses,
  type ScoredPause,
  type TradeOff,
} from './policies.ts';

/** A model at the operating points of eot-bench. Undefined: no policy reaches it. */
export interface OperatingPoints {
  readonly title: string;
  /** Shares of the pauses within turns, with a mean wait of at most 300 and 600 ms. */
  readonly cutOffsAt300: number | undefined;
  readonly cutOffsAt600: number | undefined;
  /** Mean waits in ms, with at most 5 and 10 % of the pauses cut off. */
  readonly waitAt5: number | undefined;
  readonly waitAt10: number | undefined;
}

/** Evaluates every policy of eot-bench; `silence`: without a model. */
export function evaluatePolicies(
  pauses: readonly ScoredPause[],
  by: 'model' | 'silence' = 'model',
): readonly TradeOff[] {
  const counted = selectPauses(pauses);
  return (by === 'model' ? createPolicies() : createSilences()).map((policy) => evaluatePolicy(counted, policy));
}

/** Finds the operating points among policies. */
export function findOperatingPoints(title: string, tradeOffs: readonly TradeOff[]): OperatingPoints {
  return {
    title,
    cutOffsAt300: findByWait(tradeOffs, 300)?.cutOffs,
    cutOffsAt600: findByWait(tradeOffs, 600)?.cutOffs,
    waitAt5: findByCutOffs(tradeOffs, 0.05)?.waits.mean,
    waitAt10: findByCutOffs(tradeOffs, 0.1)?.waits.mean,
  };
}

/** Published figures of eot-bench (https://github.com/livekit/eot-bench), English: of its own set of recorded calls. */
export const PUBLISHED: readonly OperatingPoints[] = [
  { title: 'LiveKit Turn Detector v1', cutOffsAt300: 0.099, cutOffsAt600: 0.045, waitAt5: 543, waitAt10: 295 },
  { title: 'Deepgram Flux', cutOffsAt300: 0.129, cutOffsAt600: 0.099, waitAt5: 1151, waitAt10: 548 },
  { title: 'turn-1-mini', cutOffsAt300: 0.226, cutOffsAt600: undefined, waitAt5: 849, waitAt10: undefined },
  { title: 'Smart Turn v3.2', cutOffsAt300: 0.352, cutOffsAt600: 0.148, waitAt5: 1051, waitAt10: 739 },
  { title: 'silence', cutOffsAt300: 0.556, cutOffsAt600: 0.217, waitAt5: 1600, waitAt10: 1000 },
];
