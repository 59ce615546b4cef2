import type { Decider, Reason } from '../../../core/reason.ts';
import type { Rule } from '../../../core/rules.ts';
import type { Sentence } from '../../../core/sentence.ts';
import type { Floor } from '../state.ts';
import type { FloorEvent } from '../types.ts';

/** The reasons of the stages whose events the floor has followed. */
export interface StageReasons {
  /** Why the segment of the event has started or ended. Null if the event is of another kind. */
  readonly vad: Reason | null;
  /** Why the endpointing stage has last ended a turn. Null: it has not. */
  readonly endpointing: Reason | null;
  /** Why the interruption stage has emitted. Null if the event is of another kind. */
  readonly interruption: Reason | null;
}

/** One step of the floor, from which its reasons follow. Times are scheduler times. */
export interface StepContext {
  readonly event: FloorEvent;
  readonly now: number;
  readonly before: Floor;
  readonly after: Floor;
  readonly stages: StageReasons;
  /** Why the latest reply was cut, in this step or an earlier one. Null: none was. */
  readonly cut: Reason | null;
}

/** Creates the reason of a rule of the floor. */
export function because(rule: Rule, { text, numbers }: Sentence, by: Decider = 'floor'): Reason {
  return { by, rule, text, numbers };
}
