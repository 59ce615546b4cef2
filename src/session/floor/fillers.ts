import { isHeld } from './hold.ts';
import { isSuspended } from './replyState.ts';
import type { Floor } from './state.ts';
import { decide, setReply, type Draft } from './draft.ts';

/** Returns the scheduler time at which the filler of the session is said; null: it is not. */
export function fillerAt(floor: Floor): number | null {
  const { reply, settings } = floor;
  if (settings.filler === undefined || reply === null || reply.origin !== 'answer' || reply.filler !== 'none')
    return null;
  if (reply.generation !== 'running' || reply.hasText || reply.sound.phase !== 'none' || isHeld(floor)) return null;
  return Math.max(floor.now, reply.lastSoundAt + settings.filler.delayMs);
}

/** Says the filler of the session, if it is time. */
export function sayFillerIfDue(draft: Draft): void {
  const { floor } = draft;
  const at = fillerAt(floor);
  if (at !== null && at <= floor.now && floor.settings.filler !== undefined)
    sayFiller(draft, floor.settings.filler.text);
}

/**
 * Says a text that bridges a wait, within the reply under way. One that waits to be said is enough. Where interruptions are not allowed,
 * it counts as the answer: nothing cuts it.
 */
export function sayFiller(draft: Draft, text: string): void {
  const { reply, settings } = draft.floor;
  if (reply === null || reply.generation !== 'running' || isSuspended(reply) || reply.filler === 'due') return;
  setReply(draft, { filler: settings.allowInterruptions ? 'due' : 'over' });
  decide(draft, { kind: 'say', turn: reply.turn, text, begin: false });
}
