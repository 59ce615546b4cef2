import { createResult, INTERRUPTED, SESSION_ENDED } from '../../core/callResult.ts';
import { commit } from './commit.ts';
import { dropBackchannels } from './backchannels.ts';
import { endReply } from './cut.ts';
import type { Ending, Floor, OpenRound } from './state.ts';
import { isLive, isReady } from './user.ts';
import { decide, emitFact, setFloor, setSpeaking, type OpenStep } from './openStep.ts';
import { changeClaims, hasText } from './pending.ts';
import { giveUpAllWords } from './reserved.ts';
import { completeCalls } from './reply.ts';
import type { EndAfter, FloorEvent } from './types.ts';

/** How long the end waits for pending finals. */
const LAST_WORDS_MS = 1000;
const URGENCY: readonly EndAfter[] = ['speech', 'words', 'now'];

/**
 * Begins to end the session. The first reason counts. A request that waits for less overtakes one that waits for more.
 */
export function endSession(step: OpenStep, { after, reason }: Extract<FloorEvent, { kind: 'end' }>): void {
  const { ending, now } = step.floor;
  if (ending === null) setFloor(step, { ending: { phase: 'requested', after, reason } });
  else if (ending.phase === 'requested' && URGENCY.indexOf(after) > URGENCY.indexOf(ending.after))
    setFloor(step, { ending: { ...ending, after } });
  else if (ending.phase === 'listening' && after === 'now') setFloor(step, { ending: { ...ending, until: now } });
}

/**
 * Drops everything that a session which ends now still waits for. Speech that began has stopped, without a message
 * because its heard part is unknown. Open calls get their results.
 */
export function dropOpenWork(step: OpenStep): void {
  const { reply, rounds, background } = step.floor;
  if (reply !== null && 'started' in reply.sound && reply.sound.started) emitFact(step, { kind: 'agent_stopped' });
  for (const round of rounds) completeCalls(step, createEndedResults(round));
  for (const { call } of background)
    emitFact(step, { kind: 'call_finished', result: createResult(call, INTERRUPTED), policy: 'silent' });
  setFloor(step, { reply: null, queue: [], background: [] });
}

function createEndedResults({ turn, round, calls }: OpenRound): Parameters<typeof completeCalls>[1] {
  return { turn, round, results: calls.map((call) => createResult(call, SESSION_ENDED)) };
}

/**
 * Defers ready speech while the session ends: it will not be committed before the end, so it must not hold the agent.
 */
export function deferReady(step: OpenStep): void {
  if (step.floor.ending === null) return;
  changeClaims(step, (speech) => (isLive(speech) && isReady(speech) ? 'deferred' : speech.claim));
}

/** Ends the session in steps: the agent's speech, the calls, the user's speech, and then the decision `finish`. */
export function finishIfDue(step: OpenStep): void {
  const { ending } = step.floor;
  if (ending?.phase === 'requested' && isSilenced(step, ending)) listen(step, ending);
  if (step.floor.ending?.phase === 'listening') finishIfHeard(step, step.floor.ending);
}

type EndRequested = Extract<Ending, { phase: 'requested' }>;

/**
 * Ends the agent's speech and calls, now or when they are over. Returns whether they have ended, after which nothing
 * more begins.
 */
function isSilenced(step: OpenStep, ending: EndRequested): boolean {
  if (ending.after === 'speech') {
    const { reply, queue, committing } = step.floor;
    if (reply !== null || queue.length > 0 || committing > 0) return false;
    setFloor(step, { ending: { ...ending, after: 'words' } });
  }
  endReply(step, 'interrupted', 'end_session');
  return step.floor.reply === null && isWithoutCalls(step);
}

/** Ends the running calls. Returns whether there were none. */
function isWithoutCalls(step: OpenStep): boolean {
  const { rounds, background } = step.floor;
  if (rounds.length > 0) decide(step, { kind: 'settle_calls', result: SESSION_ENDED });
  for (const { call } of background) decide(step, { kind: 'cancel_call', tool_call_id: call.id });
  return rounds.length === 0 && background.length === 0;
}

/** Stops taking audio, and waits for the words of the speech so far. */
function listen(step: OpenStep, { after, reason }: EndRequested): void {
  const until = step.floor.now + (after === 'now' ? 0 : LAST_WORDS_MS);
  setFloor(step, { ending: { phase: 'listening', until, reason } });
  decide(step, { kind: 'close_input' });
}

function finishIfHeard(step: OpenStep, { until, reason }: Extract<Ending, { phase: 'listening' }>): void {
  const { now, user } = step.floor;
  if (now < until && !user.pending.every(isReady)) return;
  if (!isWithoutCalls(step)) return;
  setSpeaking(step, false);
  dropBackchannels(step);
  const words = step.floor.user.pending.filter(hasText);
  if (words.length > 0) commit(step, words);
  if (now < until && awaitsWords(step.floor)) return;
  giveUpAllWords(step);
  setFloor(step, { ending: { phase: 'finishing', reason } });
  decide(step, { kind: 'finish' });
}

/** Returns whether words of the user are to come that a speech model has heard. */
function awaitsWords({ reserved, committing, settings }: Floor): boolean {
  return settings.speechModel === 'alone' && (reserved.length > 0 || committing > 0);
}
