import type { Decider } from '../../core/reason.ts';
import type { EdgeName } from '../edges.ts';
import type { LoggedSession } from './stepLog.ts';

/** The stages that explain themselves. */
export type ExplainedStage = 'vad' | 'endpointing' | 'interruption';

/** The edge between each stage and the floor. */
const EDGES: { readonly [Stage in ExplainedStage]: EdgeName | null } = {
  vad: 'activity',
  endpointing: null,
  interruption: 'interruption',
};

/** Returns who decides in the place of a stage: the stage, or the application if it has replaced, wrapped or spliced it. */
export function findDecider(stage: ExplainedStage, { ownStages, splices }: LoggedSession): Decider {
  const edge = EDGES[stage];
  const isOwn = ownStages.includes(stage) || (edge !== null && splices.includes(edge));
  return isOwn ? { ownStage: stage } : stage;
}
