import { commit } from './commit.ts';
import { endReply } from './cut.ts';
import type { Draft } from './draft.ts';
import { decide, setFloor, setSpeaking, emitFact } from './draft.ts';
import { changePending, textOf } from './pending.ts';
import { completeCalls } from './reply.ts';
import type { FloorEvent, OpenRound } from './types.ts';

/** The session is to end, now or after what is being said. The first reason counts; `now` overtakes. */
export function endSession(draft: Draft, { after, reason }: Extract<FloorEvent, { kind: 'end' }>): void {
  const { ending } = draft.floor;
  setFloor(draft, { ending: { after: ending?.after === 'now' ? 'now' : after, reason: ending?.reason ?? reason } });
}

const SESSION_ENDED = 'session ended';

/**
 * Drops what a session that is to end now still waits for. Speech that began has stopped, without a message: how much of it
 * was heard is not known. Open calls get their results.
 */
export function dropOpenWork(draft: Draft): void {
  const { reply, rounds } = draft.floor;
  if (reply?.speech?.started) emitFact(draft, { kind: 'agent_stopped' });
  for (const round of rounds) completeCalls(draft, createEndedResults(round));
  setFloor(draft, { reply: null, queue: [] });
}

function createEndedResults({ turn, round, calls }: OpenRound): Parameters<typeof completeCalls>[1] {
  const results = calls.map(({ id, function: called }) => ({
    tool_call_id: id,
    role: 'tool' as const,
    content: SESSION_ENDED,
    function: { ...called },
  }));
  return { turn, round, results };
}

/** Nothing is committed any more before the session has ended: what would be holds nobody back. */
export function deferSettled(draft: Draft): void {
  if (draft.floor.ending === null) return;
  changePending(draft, (piece) =>
    piece.claim === 'live' && piece.settled && !piece.open ? { ...piece, claim: 'deferred' } : piece,
  );
}

/** Ends the session step by step, in the order of the law (section 9): speech, calls, the user's side, nothing more. */
export function finishIfDue(draft: Draft): void {
  const { ending, reply, queue } = draft.floor;
  if (ending === null) return;
  if (ending.after === 'speech' && (reply !== null || queue.length > 0)) return;
  if (reply !== null && reply.speech?.cut !== 'session_end') endReply(draft, 'interrupted', 'session_end');
  if (draft.floor.reply !== null) return;
  if (draft.floor.rounds.length > 0) return decide(draft, { kind: 'settle_calls', result: SESSION_ENDED });
  setSpeaking(draft, false);
  const words = draft.floor.user.pending.filter((piece) => textOf(piece) !== '');
  if (words.length > 0) commit(draft, words);
  setFloor(draft, { over: true });
  decide(draft, { kind: 'finish' });
}
