import type { Reason, Wait } from '../../core/reason.ts';
import type { EdgeName } from '../edges.ts';
import type { FloorPhases } from '../floor/explain/phases.ts';

export type { FloorPhases } from '../floor/explain/phases.ts';

/** A decision with its reason. */
export interface ExplainedDecision {
  /** The kind of decision: `commit`, `respond`, `cut`, or the kind of fact, such as `agent_interrupted`. */
  readonly kind: string;
  /** What was decided, in words: `turn 3 is committed: 'a table for two'`. */
  readonly text: string;
  readonly reason: Reason;
}

/** One step of the floor: an event, the decisions with their reasons, and the waits. */
export interface ExplainedStep {
  /** Counts the steps from 0. */
  readonly step: number;
  /** Session time, in ms. */
  readonly atMs: number;
  /** The edge on which the event came; null for an event from the floor's own timer or from the application. */
  readonly edge: EdgeName | null;
  /** The event in words: `interim 'a table' of segment 4`. */
  readonly event: string;
  readonly decisions: readonly ExplainedDecision[];
  /** Why something else was not decided: `waits: segment 4 has no final yet (1.2 s left)`. */
  readonly waits: readonly Wait[];
  readonly after: FloorPhases;
}
