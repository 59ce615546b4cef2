import { AntiphonError, type AntiphonErrorDetails, type ErrorCode } from '../../core/errors.ts';
import { createFloorState, createReply, createUser } from './create.ts';
import type { Reply, Sound } from './replyState.ts';
import type { Floor, Step } from './state.ts';
import type { User } from './user.ts';
import type { Decision, SessionFact } from './types.ts';

/** A step in progress: the rules change its floor and add decisions. */
export interface OpenStep {
  /**
   * A copy of the floor before the step, which the step owns. Its fields are replaced; their values are never mutated.
   */
  readonly floor: Floor;
  readonly decisions: Decision[];
}

export function openStep(before: Floor, now: number): OpenStep {
  const floor = createFloorState(before);
  floor.now = now;
  return { floor, decisions: [] };
}

export function closeStep({ floor, decisions }: OpenStep): Step {
  return { floor, decisions };
}

export function decide(step: OpenStep, decision: Decision): void {
  step.decisions.push(decision);
}

export function emitFact(step: OpenStep, fact: SessionFact): void {
  decide(step, { kind: 'fact', fact });
}

/** The codes of the diagnostics that the floor reports. */
export type FloorDiagnostic = Extract<
  ErrorCode,
  | 'interrupt_refused'
  | 'noise'
  | 'empty_turn'
  | 'speech_truncated'
  | 'late_transcript'
  | 'slow_reply'
  | 'empty_reply'
  | 'words_missing'
>;

/** Reports a diagnostic, which is not a failure. */
export function report(step: OpenStep, code: FloorDiagnostic, message: string, details: AntiphonErrorDetails): void {
  decide(step, { kind: 'report', error: new AntiphonError(code, message, { failure: false, ...details }) });
}

export function setFloor(step: OpenStep, change: Partial<Floor>): void {
  Object.assign(step.floor, change);
}

export function setUser(step: OpenStep, change: Partial<User>): void {
  setFloor(step, { user: createUser(step.floor.user, change) });
}

/** Changes the current reply, if there is one. */
export function setReply(step: OpenStep, change: Partial<Reply>): void {
  const { reply } = step.floor;
  if (reply !== null) setFloor(step, { reply: createReply(reply, change) });
}

/** Replaces the sound of the current reply, if there is one. */
export function setSound(step: OpenStep, sound: Sound): void {
  setReply(step, { sound });
}

/**
 * Emits that the user has started or stopped, if that is a change. Without an open segment, the user is not speaking.
 */
export function setSpeaking(step: OpenStep, speaking: boolean): void {
  const { openSegment } = step.floor.user;
  if (openSegment === null || openSegment.speaking === speaking) return;
  setUser(step, { openSegment: { ...openSegment, speaking } });
  emitFact(step, { kind: speaking ? 'user_started' : 'user_stopped' });
}
