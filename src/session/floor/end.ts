import { commit } from './commit.ts';
import { dropBackchannels } from './backchannels.ts';
import { endReply } from './cut.ts';
import type { OpenRound } from './state.ts';
import { isLive, isReady } from './userState.ts';
import { decide, emitFact, setFloor, setSpeaking, type Draft } from './draft.ts';
import { changeClaims, textOf } from './pending.ts';
import { completeCalls } from './reply.ts';
import type { FloorEvent } from './types.ts';

/** Begins to end the session, now or after the speech under way. The first reason counts; `now` overtakes `speech`. */
export function endSession(draft: Draft, { after, reason }: Extract<FloorEvent, { kind: 'end' }>): void {
  const { ending } = draft.floor;
  if (ending === null) setFloor(draft, { ending: { phase: 'requested', after, reason } });
  else if (ending.phase === 'requested' && after === 'now') setFloor(draft, { ending: { ...ending, after } });
}

const SESSION_ENDED = 'session ended';

/**
 * Drops all that a session which ends now still waits for. Speech that began has stopped, without a message: how much of it
 * was heard is not known. Open calls get their results.
 */
export function dropOpenWork(draft: Draft): void {
  const { reply, rounds } = draft.floor;
  if (reply !== null && 'started' in reply.sound && reply.sound.started) emitFact(draft, { kind: 'agent_stopped' });
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

/** Defers ready speech while the session ends: it will not be committed before the end, so that it must not hold the agent. */
export function deferReady(draft: Draft): void {
  if (draft.floor.ending === null) return;
  changeClaims(draft, (speech) => (isLive(speech) && isReady(speech) ? 'deferred' : speech.claim));
}

/** Ends the session step by step: the agent's speech, calls, the user's speech, then the decision `finish`. */
export function finishIfDue(draft: Draft): void {
  const { ending, reply, queue } = draft.floor;
  if (ending?.phase !== 'requested') return;
  if (ending.after === 'speech' && (reply !== null || queue.length > 0)) return;
  endReply(draft, 'interrupted', 'end_session');
  if (draft.floor.reply !== null) return;
  if (draft.floor.rounds.length > 0) return decide(draft, { kind: 'settle_calls', result: SESSION_ENDED });
  setSpeaking(draft, false);
  dropBackchannels(draft);
  const words = draft.floor.user.pending.filter((speech) => textOf(speech) !== '');
  if (words.length > 0) commit(draft, words);
  setFloor(draft, { ending: { phase: 'finishing', reason: ending.reason } });
  decide(draft, { kind: 'finish' });
}
