import type { ExplainedStep } from '../../session/explain/explainedStep.ts';

/**
 * Selects the steps of a time: those within 50 ms, or else the latest before it and the next after it.
 */
export function selectAround(steps: readonly ExplainedStep[], timeMs: number): readonly ExplainedStep[] {
  const near = steps.filter(({ atMs }) => Math.abs(atMs - timeMs) <= NEAR_MS);
  if (near.length > 0) return near;
  const next = steps.findIndex(({ atMs }) => atMs > timeMs);
  return next < 0 ? steps.slice(-1) : steps.slice(Math.max(0, next - 1), next + 1);
}

const NEAR_MS = 50;
