import type { Reason } from '../../core/reason.ts';
import { explainRefusal } from '../floor/explain/answerWaits.ts';
import { explainIgnored, findOverAgent } from '../floor/explain/interruptionWaits.ts';
import type { Floor } from '../floor/state.ts';

/** Explains why speech over the agent does not interrupt; null without such speech. `stage`: the stage's own reason. */
export function explainUninterrupted(floor: Floor, stage: Reason | null): Reason | null {
  const spoken = findOverAgent(floor);
  if (spoken === undefined) return null;
  return explainRefusal(floor) ?? explainIgnored(floor, spoken) ?? stage;
}
