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

/** A model's results at the operating points of eot-bench. Undefined where no policy reaches the point. */
export interface OperatingPoints {
  readonly title: string;
  /** Shares of pauses within turns that are cut off, with a mean wait of at most 300 and 600 ms. */
  readonly cutOffsAt300: number | undefined;
  readonly cutOffsAt600: number | undefined;
  /** Mean waits in ms, with at most 5 and 10 % of the pauses cut off. */
  readonly waitAt5: number | undefined;
  readonly waitAt10: number | undefined;
}

/** Evaluates every policy of eot-bench. `silence`: without a model. */
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
