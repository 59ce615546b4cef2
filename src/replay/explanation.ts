export type { AskedEvent, Decider, Reason, Wait } from '../core/reason.ts';
export type { ExplainedDecision, ExplainedStep, FloorPhases } from '../session/explain/explainedStep.ts';
