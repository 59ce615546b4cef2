import { slowReplyAt, UNINTERRUPTIBLE_WAIT_MS } from './derive.ts';
import { isHeld } from './hold.ts';
import { sayFillerIfDue } from './fillers.ts';
import { draftTurn } from './drafts.ts';
import { giveUpLateWords } from './reserved.ts';
import { isSuspended, type Reply, type Sound } from './replyState.ts';
import type { Floor } from './state.ts';
import { decide, report, setReply, type OpenStep } from './openStep.ts';

/** Does the work that is due at a time returned by `deadline`. */
export function wake(step: OpenStep): void {
  const { now, commitDueAt, reply } = step.floor;
  if (commitDueAt !== null && now >= commitDueAt + UNINTERRUPTIBLE_WAIT_MS) {
    decide(step, { kind: 'settle_calls', result: 'still running' });
  }
  if (reply !== null && now >= slowReplyAt(reply)) reportSlow(step, reply);
  giveUpLateWords(step);
  draftTurn(step);
  sayFillerIfDue(step);
}

function reportSlow(step: OpenStep, reply: Reply): void {
  setReply(step, { slowReports: reply.slowReports + 1 });
  const phase = describeWait(step.floor, reply);
  report(step, 'slow_reply', `no sound for 8 s: ${phase}`, { turn: reply.turn, phase });
}

function describeWait(floor: Floor, reply: Reply): string {
  if (isSuspended(reply)) return 'suspended';
  if (isHeld(floor)) return 'held';
  if (floor.rounds.some((round) => round.turn === reply.turn)) return 'functions';
  if (reply.generation === 'running') return 'handler';
  return awaitsTts(reply.sound) ? 'tts' : 'playout';
}

function awaitsTts(sound: Sound): boolean {
  return sound.phase === 'requested' || ('synthesis' in sound && sound.synthesis !== 'complete');
}
