import { allowsInterruptions, isHeld } from './hold.ts';
import { isSuspended } from './replyState.ts';
import type { Floor } from './state.ts';
import { decide, setReply, type OpenStep } from './openStep.ts';

/** Returns the scheduler time at which the session's filler is said or requested; null: never. */
export function fillerAt(floor: Floor): number | null {
  const { reply, settings } = floor;
  if (settings.filler === undefined || reply === null || reply.origin !== 'answer') return null;
  if (reply.filler !== 'none' && reply.askedFiller === null) return null;
  if (reply.generation !== 'running' || reply.hasText || reply.sound.phase !== 'none' || isHeld(floor)) return null;
  return Math.max(floor.now, reply.lastSoundAt + settings.filler.delayMs);
}

/** Says or requests the session's filler, if it is time. */
export function sayFillerIfDue(step: OpenStep): void {
  const { reply, settings, now } = step.floor;
  const at = fillerAt(step.floor);
  if (at === null || at > now || reply === null) return;
  const text = reply.askedFiller ?? settings.filler?.text ?? null;
  if (text !== null) return sayFiller(step, text);
  setReply(step, { filler: 'asked' });
  decide(step, { kind: 'ask_filler', turn: reply.turn });
}

/** Says the requested filler, unless the answer has arrived meanwhile. Waits while the floor is held. */
export function addFiller(step: OpenStep, turn: number, text: string): void {
  const { reply } = step.floor;
  if (reply?.turn !== turn || reply.filler !== 'asked' || text.trim() === '') return;
  setReply(step, { askedFiller: text });
  sayFillerIfDue(step);
}

/**
 * Says a text that bridges a wait, within the current reply. Does nothing if one is already waiting to be said. Where
 * interruptions are not allowed, it counts as the answer: nothing cuts it.
 */
export function sayFiller(step: OpenStep, text: string): void {
  const { reply } = step.floor;
  if (reply === null || reply.generation !== 'running' || isSuspended(reply) || reply.filler === 'due') return;
  setReply(step, { filler: allowsInterruptions(step.floor) ? 'due' : 'over', askedFiller: null });
  decideFiller(step, reply.turn, text);
}

/** Says a filler that was decided before its reply began. Drops it if that reply is over. */
export function repeatFiller(step: OpenStep, text: string): void {
  const { reply } = step.floor;
  if (reply?.generation === 'running' && !reply.hasText) decideFiller(step, reply.turn, text);
}

function decideFiller(step: OpenStep, turn: number, text: string): void {
  decide(step, { kind: 'say', turn, text, begin: false, filler: true });
}
