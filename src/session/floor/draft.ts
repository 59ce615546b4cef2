import { AntiphonError, type AntiphonErrorDetails, type ErrorCode } from '../../core/errors.ts';
import { createFloorState, createReply, createUser } from './create.ts';
import type { Reply, Sound } from './replyState.ts';
import type { Floor, Step } from './state.ts';
import type { User } from './user.ts';
import type { Decision, SessionFact } from './types.ts';

/** A step in progress: the rules change its floor and add decisions. */
export interface Draft {
  /**
   * A copy of the floor before the step, owned by the draft. Its fields are replaced; their values are never mutated.
   */
  readonly floor: Floor;
  readonly decisions: Decision[];
}

export function createDraft(before: Floor, now: number): Draft {
  const floor = createFloorState(before);
  floor.now = now;
  return { floor, decisions: [] };
}

export function stepOf({ floor, decisions }: Draft): Step {
  return { floor, decisions };
}

export function decide(draft: Draft, decision: Decision): void {
  draft.decisions.push(decision);
}

export function emitFact(draft: Draft, fact: SessionFact): void {
  decide(draft, { kind: 'fact', fact });
}

/** Reports a diagnostic, which is not a failure. */
export function report(draft: Draft, code: ErrorCode, message: string, details: AntiphonErrorDetails): void {
  decide(draft, { kind: 'report', error: new AntiphonError(code, message, { failure: false, ...details }) });
}

export function setFloor(draft: Draft, change: Partial<Floor>): void {
  Object.assign(draft.floor, change);
}

export function setUser(draft: Draft, change: Partial<User>): void {
  setFloor(draft, { user: createUser(draft.floor.user, change) });
}

/** Changes the current reply, if there is one. */
export function setReply(draft: Draft, change: Partial<Reply>): void {
  const { reply } = draft.floor;
  if (reply !== null) setFloor(draft, { reply: createReply(reply, change) });
}

/** Replaces the sound of the current reply, if there is one. */
export function setSound(draft: Draft, sound: Sound): void {
  setReply(draft, { sound });
}

/**
 * Emits that the user has started or stopped, if that is a change. Without an open segment, the user is not speaking.
 */
export function setSpeaking(draft: Draft, speaking: boolean): void {
  const { openSegment } = draft.floor.user;
  if (openSegment === null || openSegment.speaking === speaking) return;
  setUser(draft, { openSegment: { ...openSegment, speaking } });
  emitFact(draft, { kind: speaking ? 'user_started' : 'user_stopped' });
}
