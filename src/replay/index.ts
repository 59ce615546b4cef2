export type { Difference } from './exact/compare.ts';
export type { CustomParts } from './customParts.ts';
export type { AskedEvent, Decider, Reason, Wait } from '../core/reason.ts';
export {
  explain,
  whyNot,
  type Absence,
  type ExplainedDecision,
  type ExplainedStep,
  type FloorPhases,
} from './explain.ts';
export { replay, type Replay } from './replay.ts';
export type { Cell } from './sweep/cells.ts';
export { steps, type Axis } from './sweep/grid.ts';
export { sweep, type RecordingSource, type Sweep, type SweepOptions } from './sweep/sweep.ts';
export type { Caveat } from './whatIf/caveats.ts';
export type { PlayedAnswer } from './whatIf/outcome/answers.ts';
export type { PlayedInterruption } from './whatIf/outcome/interruptions.ts';
export type { Outcome } from './whatIf/outcome/outcome.ts';
export type { SpeechSpan } from './whatIf/outcome/speech.ts';
export type { PlayedTurn } from './whatIf/outcome/turns.ts';
export type { Changes } from './whatIf/settings.ts';
export type { WhatIfStop } from './whatIf/stop.ts';
export type { Summary } from './whatIf/summary.ts';
export type { LiveAgent, LiveAgents } from './whatIf/live/liveAgents.ts';
export { whatIf, type ComparedTurn, type VariantTurn, type WhatIf, type WhatIfOptions } from './whatIf/whatIf.ts';
