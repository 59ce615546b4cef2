import { commit } from './commit.ts';
import { dropBackchannels } from './backchannels.ts';
import { endReply } from './cut.ts';
import type { Ending, OpenRound } from './state.ts';
import { isLive, isReady } from './user.ts';
import { decide, emitFact, setFloor, setSpeaking, type Draft } from './draft.ts';
import { changeClaims, textOf } from './pending.ts';
import { completeCalls } from './reply.ts';
import type { EndAfter, FloorEvent } from './types.ts';

/** How long the end waits for pending finals. */
const LAST_WORDS_MS = 1000;
const URGENCY: readonly EndAfter[] = ['speech', 'words', 'now'];

/**
 * Begins to end the session. The first reason counts. A request that waits for less overtakes one that waits for more.
 */
export function endSession(draft: Draft, { after, reason }: Extract<FloorEvent, { kind: 'end' }>): void {
  const { ending, now } = draft.floor;
  if (ending === null) setFloor(draft, { ending: { phase: 'requested', after, reason } });
  else if (ending.phase === 'requested' && URGENCY.indexOf(after) > URGENCY.indexOf(ending.after))
    setFloor(draft, { ending: { ...ending, after } });
  else if (ending.phase === 'listening' && after === 'now') setFloor(draft, { ending: { ...ending, until: now } });
}

const SESSION_ENDED = 'session ended';

/**
 * Drops everything that a session which ends now still waits for. Speech that began has stopped, without a message
 * because its heard part is unknown. Open calls get their results.
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

/**
 * Defers ready speech while the session ends: it will not be committed before the end, so it must not hold the agent.
 */
export function deferReady(draft: Draft): void {
  if (draft.floor.ending === null) return;
  changeClaims(draft, (speech) => (isLive(speech) && isReady(speech) ? 'deferred' : speech.claim));
}

/** Ends the session in steps: the agent's speech, the calls, the user's speech, and then the decision `finish`. */
export function finishIfDue(draft: Draft): void {
  const { ending } = draft.floor;
  if (ending?.phase === 'requested' && isSilenced(draft, ending)) listen(draft, ending);
  if (draft.floor.ending?.phase === 'listening') finishIfHeard(draft, draft.floor.ending);
}

type EndRequested = Extract<Ending, { phase: 'requested' }>;

/**
 * Ends the agent's speech and calls, now or when they are over. Returns whether they have ended, after which nothing
 * more begins.
 */
function isSilenced(draft: Draft, ending: EndRequested): boolean {
  if (ending.after === 'speech') {
    const { reply, queue, committing } = draft.floor;
    if (reply !== null || queue.length > 0 || committing > 0) return false;
    setFloor(draft, { ending: { ...ending, after: 'words' } });
  }
  endReply(draft, 'interrupted', 'end_session');
  return draft.floor.reply === null && isWithoutCalls(draft);
}

/** Ends the running calls. Returns whether there were none. */
function isWithoutCalls(draft: Draft): boolean {
  if (draft.floor.rounds.length === 0) return true;
  decide(draft, { kind: 'settle_calls', result: SESSION_ENDED });
  return false;
}

/** Stops taking audio, and waits for the words of the speech so far. */
function listen(draft: Draft, { after, reason }: EndRequested): void {
  const until = draft.floor.now + (after === 'now' ? 0 : LAST_WORDS_MS);
  setFloor(draft, { ending: { phase: 'listening', until, reason } });
  decide(draft, { kind: 'close_input' });
}

function finishIfHeard(draft: Draft, { until, reason }: Extract<Ending, { phase: 'listening' }>): void {
  const { now, user } = draft.floor;
  if (now < until && !user.pending.every(isReady)) return;
  if (!isWithoutCalls(draft)) return;
  setSpeaking(draft, false);
  dropBackchannels(draft);
  const words = draft.floor.user.pending.filter((speech) => textOf(speech) !== '');
  if (words.length > 0) commit(draft, words);
  setFloor(draft, { ending: { phase: 'finishing', reason } });
  decide(draft, { kind: 'finish' });
}
