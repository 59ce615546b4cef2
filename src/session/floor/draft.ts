import type { AntiphonError } from '../../core/errors.ts';
import { floorShape, replyShape, speechShape, userShape } from './shapes.ts';
import type { Decision, SessionFact, Floor, Reply, Speech, Step, User } from './types.ts';

/** A step in the making: the rules replace its floor and add decisions. What was there before is never changed. */
export interface Draft {
  floor: Floor;
  readonly decisions: Decision[];
}

export function createDraft(floor: Floor): Draft {
  return { floor, decisions: [] };
}

export function stepOf({ floor, decisions }: Draft): Step {
  return { floor, decisions };
}

export function decide(draft: Draft, ...decisions: readonly Decision[]): void {
  draft.decisions.push(...decisions);
}

export function emitFact(draft: Draft, fact: SessionFact): void {
  decide(draft, { kind: 'fact', fact });
}

export function report(draft: Draft, error: AntiphonError): void {
  decide(draft, { kind: 'report', error });
}

export function setFloor(draft: Draft, change: Partial<Floor>): void {
  draft.floor = floorShape({ ...draft.floor, ...change });
}

export function setUser(draft: Draft, change: Partial<User>): void {
  setFloor(draft, { user: userShape({ ...draft.floor.user, ...change }) });
}

/** Changes the reply under way; nothing if there is none. */
export function setReply(draft: Draft, change: Partial<Reply>): void {
  const { reply } = draft.floor;
  if (reply !== null) setFloor(draft, { reply: replyShape({ ...reply, ...change }) });
}

/** Changes the speech of the reply under way; nothing if there is none. */
export function setSpeech(draft: Draft, change: Partial<Speech>): void {
  const speech = draft.floor.reply?.speech;
  if (speech) setReply(draft, { speech: speechShape({ ...speech, ...change }) });
}

export function setSpeaking(draft: Draft, speaking: boolean): void {
  if (draft.floor.user.speaking === speaking) return;
  setUser(draft, { speaking });
  emitFact(draft, { kind: speaking ? 'user_started' : 'user_stopped' });
}
