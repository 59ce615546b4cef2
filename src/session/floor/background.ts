import type { BackgroundCall } from '../../core/turn.ts';
import { isHeld } from './hold.ts';
import { setFloor, setReply, type OpenStep } from './openStep.ts';
import { hasSounded, type Reply } from './replyState.ts';
import type { Floor, OpenRound, RunningCall } from './state.ts';

/** Keeps the acknowledged calls of a round until their final results come. */
export function keepRunning(
  step: OpenStep,
  { turn, round, calls }: OpenRound,
  acknowledged: readonly BackgroundCall[],
): void {
  if (acknowledged.length === 0) return;
  const begun = acknowledged.flatMap(({ tool_call_id, policy }): RunningCall[] => {
    const call = calls.find(({ id }) => id === tool_call_id);
    return call === undefined ? [] : [{ turn, round, call, policy }];
  });
  setFloor(step, { background: [...step.floor.background, ...begun] });
}

/** Notes that the request of this reply includes all results so far. */
export function noteAnswered(step: OpenStep, turn: number): void {
  const { due } = step.floor;
  if (due.length === 0) return;
  setFloor(step, { due: due.map((result) => (result.answeredBy === null ? { ...result, answeredBy: turn } : result)) });
}

/** Notes which results a further round of the reply includes, and forgets those whose reply is over. */
export function passResults(step: OpenStep): void {
  const { reply } = step.floor;
  if (reply?.awaitsRound === true && !isHeld(step.floor)) {
    setReply(step, { awaitsRound: false });
    noteAnswered(step, reply.turn);
  }
  const { due } = step.floor;
  if (due.length === 0) return;
  const kept = due.filter(({ answeredBy }) => answeredBy === null || answeredBy === reply?.turn);
  if (kept.length < due.length) setFloor(step, { due: kept });
}

/** Returns whether the agent has to reply to a result. */
export function isReplyDue({ due }: Floor): boolean {
  return due.some(({ answeredBy }) => answeredBy === null);
}

/** Makes the results of a reply due again that the user's words end before any of it was sent. */
export function reopenResults(step: OpenStep, reply: Reply): void {
  const { due } = step.floor;
  if (due.length === 0 || hasSounded(reply)) return;
  const { turn } = reply;
  setFloor(step, { due: due.map((result) => (result.answeredBy === turn ? { ...result, answeredBy: null } : result)) });
}
