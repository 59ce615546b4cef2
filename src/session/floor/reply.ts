import { mustSound } from '../../core/speakable.ts';
import type { EndReason, FunctionCalls, FunctionResults, TurnEvent } from '../../core/turn.ts';
import type { UserTurn } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { createReply } from './create.ts';
import { canBegin, isSayRequest } from './derive.ts';
import { isSuspended, type Reply } from './replyState.ts';
import type { OpenRound, QueuedReply } from './state.ts';
import { isSpeaking, isUserActive } from './user.ts';
import { decide, emitFact, report, setFloor, setReply, type Draft } from './draft.ts';
import { sayFiller } from './fillers.ts';
import { isFailureMessage, queueFailureMessage } from './failureMessage.ts';
import { resolveOverlapping } from './overlapping.ts';

/** The round of a text of the application. A space joins it to the text of the reply before and after it. */
export const SAY_ROUND = -1;

/** Adds a committed turn to the history after its splice, and queues its answer. */
export function acceptTurn(draft: Draft, turn: UserTurn): void {
  const content = turn.text.trim();
  if (content === '') return;
  emitFact(draft, { kind: 'user_message', content });
  const { ending, settings, remarks } = draft.floor;
  if (remarks.includes(turn.turn)) return;
  if (ending !== null || settings.transcriptionOnly === true) return;
  if (settings.respondOnRequest === true) setFloor(draft, { unanswered: addTurn(draft.floor.unanswered, turn) });
  else enqueue(draft, { kind: 'respond', turn });
}

function addTurn(before: UserTurn | null, turn: UserTurn): UserTurn {
  return before === null ? turn : { ...turn, text: joinText(before.text, turn.text) };
}

/** Queues the requested answer once the words said before the request are in the history. */
export function respondIfAsked(draft: Draft): void {
  const { isRespondAsked, committing, user, unanswered, settings, ending } = draft.floor;
  if (!isRespondAsked || committing > 0 || !user.pending.every(isSpeaking)) return;
  setFloor(draft, { isRespondAsked: false, unanswered: null });
  if (ending !== null || settings.transcriptionOnly === true) return;
  if (unanswered === null) answer(draft, '');
  else enqueue(draft, { kind: 'respond', turn: unanswered });
}

/**
 * Queues the answer to words of the user that are in the history. `handedOver`: it comes from the agent that took over
 * the turn.
 */
export function answer(draft: Draft, text: string, handedOver = false): void {
  const { nextTurn, ending } = draft.floor;
  if (ending !== null) return;
  setFloor(draft, { nextTurn: nextTurn + 1 });
  enqueue(draft, { kind: 'respond', turn: { turn: nextTurn, text }, handedOver });
}

/** Says a text within the current reply while that is being generated, otherwise as a separate reply. */
export function say(draft: Draft, text: string, first: boolean): void {
  const { reply } = draft.floor;
  if (text.trim() === '') return;
  if (reply?.generation !== 'running' || isSuspended(reply))
    return enqueue(draft, { kind: 'say', text, origin: first ? 'first_message' : 'say' });
  decide(draft, { kind: 'say', turn: reply.turn, text, begin: false });
}

/** Applies an event of the reply's generation. */
export function applyTurnEvent(draft: Draft, event: TurnEvent): void {
  const { reply } = draft.floor;
  if (reply === null || event.turn !== reply.turn) return;
  if (event.kind === 'text') {
    const delta = event.round === SAY_ROUND ? ` ${event.delta} ` : event.delta;
    const filler = reply.filler === 'due' && event.round === SAY_ROUND ? 'said' : endFiller(reply);
    const fillerChars = reply.fillerChars + (event.filler === true ? event.delta.length + 1 : 0);
    const hasText = reply.hasText || mustSound(delta);
    setReply(draft, { roundText: reply.roundText + delta, hasText, filler, fillerChars });
  }
  if (event.kind === 'ended') endGeneration(draft, reply, event.reason);
}

function endGeneration(draft: Draft, { generation, hasFailed }: Reply, reason: EndReason): void {
  const isComplete = reason === 'complete' && generation !== 'aborted';
  const fails = reason === 'failed' && generation === 'running';
  setReply(draft, { generation: isComplete ? 'complete' : 'aborted', hasFailed: hasFailed || fails });
}

/** Returns the state of the filler after other text has arrived. */
function endFiller({ filler }: Reply): Reply['filler'] {
  return filler === 'none' ? 'none' : 'over';
}

export function collectCalls(draft: Draft, collected: FunctionCalls): void {
  const { turn, round, calls, extra, filler, notExecuted } = collected;
  const { reply, rounds } = draft.floor;
  const roundText = reply?.turn === turn ? reply.roundText.trim() : '';
  setFloor(draft, { rounds: [...rounds, createOpenRound(collected, roundText)] });
  if (reply?.turn === turn && calls.length > 0) setReply(draft, { hasCalls: true });
  emitFact(draft, {
    kind: 'calls_collected',
    turn,
    round,
    calls,
    ...(extra && { extra }),
    ...(notExecuted !== undefined && { notExecuted }),
  });
  if (filler !== undefined && roundText === '' && reply?.turn === turn) sayFiller(draft, filler);
}

function createOpenRound(collected: FunctionCalls, roundText: string): OpenRound {
  const { turn, round, calls, extra, notExecuted, wordsWait } = collected;
  return { turn, round, calls, extra, roundText, wordsWait: wordsWait === true && notExecuted === undefined };
}

export function completeCalls(draft: Draft, { turn, round, results }: FunctionResults): void {
  const { reply, rounds } = draft.floor;
  const executed = rounds.find((other) => other.turn === turn && other.round === round);
  if (executed === undefined) return;
  setFloor(draft, { rounds: rounds.filter((other) => other !== executed) });
  if (reply?.turn === turn) setReply(draft, { roundText: '' });
  const { roundText, calls, extra } = executed;
  const handsOff = reply?.turn === turn && reply.handsOff && reply.generation === 'running';
  // The model is not called again: the other agent answers in a separate reply.
  if (handsOff) decide(draft, { kind: 'end_reply', turn, reason: 'complete' });
  emitFact(draft, { kind: 'calls_executed', turn, round, roundText, calls, ...(extra && { extra }), results });
  if (handsOff) answer(draft, '', true);
}

/** Notes that the current reply ends with its calls, and another agent answers instead. */
export function handOff(draft: Draft): void {
  const { reply, rounds } = draft.floor;
  if (reply !== null && rounds.some(({ turn }) => turn === reply.turn)) setReply(draft, { handsOff: true });
}

/** Ends the reply when nothing more of it is being generated, executed or played. */
export function completeReply(draft: Draft): void {
  const { reply, rounds } = draft.floor;
  if (reply === null || reply.generation === 'running' || reply.sound.phase !== 'none') return;
  const isComplete = reply.generation === 'complete';
  if (isComplete && rounds.some(({ turn }) => turn === reply.turn)) return;
  if (isComplete && !reply.hasSpeech && !reply.handsOff)
    report(draft, 'empty_reply', 'a reply completed with nothing said', { turn: reply.turn });
  resolveOverlapping(draft);
  setFloor(draft, { reply: null });
  queueFailureMessage(draft, reply);
}

/** Resumes a suspended reply when the user's segments have settled without words. */
export function resumeIfQuiet(draft: Draft): void {
  const { reply, user } = draft.floor;
  if (reply?.sound.phase !== 'suspended' || isUserActive(user)) return;
  setReply(draft, { wordlessCuts: reply.wordlessCuts + 1, sound: { phase: 'requested' } });
  decide(draft, { kind: 'resume', turn: reply.turn, heardChars: reply.heardChars });
}

/** Begins the next reply in the queue once the current one is over. */
export function beginNext(draft: Draft): void {
  const { queue } = draft.floor;
  const next = queue[0];
  if (next === undefined || !canBegin(draft.floor)) return;
  setFloor(draft, { queue: queue.slice(1) });
  if (next.kind === 'respond') {
    setFloor(draft, { reply: createNextReply(draft, next.turn.turn, 'answer') });
    return decide(draft, next);
  }
  const turn = draft.floor.nextTurn;
  setFloor(draft, { nextTurn: turn + 1, reply: createNextReply(draft, turn, next.origin) });
  decide(draft, { kind: 'say', turn, text: next.text, begin: true });
}

/**
 * Queues a reply. An answer goes before the application's texts, and replaces a queued answer because it answers both.
 * It also takes precedence over a text about a failure.
 */
function enqueue(draft: Draft, queued: QueuedReply): void {
  const { queue } = draft.floor;
  if (queue.length === 0) return setFloor(draft, { queue: [queued] });
  if (queued.kind === 'say') return setFloor(draft, { queue: [...queue, queued] });
  const kept = queue.filter((other) => other.kind !== 'respond' && !isFailureMessage(other));
  const behind = kept.filter(isSayRequest);
  setFloor(draft, { queue: [...kept.filter((other) => !isSayRequest(other)), queued, ...behind] });
}

function createNextReply({ floor: { now } }: Draft, turn: number, origin: Reply['origin']): Reply {
  return createReply({
    turn,
    origin,
    roundText: '',
    generation: 'running',
    hasText: false,
    hasFailed: false,
    hasSpeech: false,
    hasCalls: false,
    handsOff: false,
    filler: 'none',
    askedFiller: null,
    sound: { phase: 'none' },
    questionAt: null,
    wordlessCuts: 0,
    heardChars: 0,
    fillerChars: 0,
    slowReports: 0,
    lastSoundAt: now,
  });
}
