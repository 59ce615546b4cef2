import { mustSound } from '../../core/speakable.ts';
import type { EndReason, FunctionCalls, FunctionResults, TurnEvent } from '../../core/turn.ts';
import type { ReplyRequest, UserTurn } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { keepRunning, noteAnswered } from './background.ts';
import { createReply } from './create.ts';
import { canBegin, isSayRequest } from './derive.ts';
import { isSuspended, type Reply } from './replyState.ts';
import type { OpenRound, QueuedReply } from './state.ts';
import { isSpeaking, isUserActive } from './user.ts';
import { decide, emitFact, report, setFloor, setReply, type OpenStep } from './openStep.ts';
import { sayFiller } from './fillers.ts';
import { isFailureMessage, queueFailureMessage } from './failureMessage.ts';
import { createTypedInput, emitMessage, reserveWords } from './reserved.ts';
import { resolveOverlapping } from './overlapping.ts';

/** The round of a text of the application. A space joins it to the text of the reply before and after it. */
export const SAY_ROUND = -1;

/** Adds a committed turn to the history after its splice, and queues its answer. */
export function acceptTurn(step: OpenStep, turn: UserTurn): void {
  const content = turn.text.trim();
  const owesWords = turn.input?.owesWords === true;
  if (content === '' && !owesWords) return;
  if (owesWords) reserveWords(step, turn);
  else emitMessage(step, { kind: 'user_message', content });
  if (turn.request === undefined) setFloor(step, { repliesToResults: 0 });
  const { ending, settings, remarks } = step.floor;
  if (remarks.includes(turn.turn)) return;
  if (ending !== null || settings.transcriptionOnly === true) return;
  if (settings.respondOnRequest === true && turn.request === undefined)
    setFloor(step, { unanswered: addTurn(step.floor.unanswered, turn) });
  else enqueue(step, { kind: 'respond', turn });
}

function addTurn(before: UserTurn | null, turn: UserTurn): UserTurn {
  return before === null ? turn : { ...turn, text: joinText(before.text, turn.text) };
}

/** Queues the requested answer once the words said before the request are in the history. */
export function respondIfAsked(step: OpenStep): void {
  const { isRespondAsked, committing, user, unanswered, settings, ending } = step.floor;
  if (!isRespondAsked || committing > 0 || !user.pending.every(isSpeaking)) return;
  setFloor(step, { isRespondAsked: false, unanswered: null });
  if (ending !== null || settings.transcriptionOnly === true) return;
  if (unanswered === null) answer(step, '');
  else enqueue(step, { kind: 'respond', turn: unanswered });
}

/** Requests the answer to what the user says, or a reply of its own. */
export function requestReply(step: OpenStep, request: ReplyRequest | undefined): void {
  if (request === undefined) setFloor(step, { isRespondAsked: true });
  else if (step.floor.ending === null && step.floor.settings.transcriptionOnly !== true)
    enqueue(step, { kind: 'request', request });
}

/** Queues the answer to words of the user that are in the history. */
export function answer(step: OpenStep, text: string): void {
  queueAnswer(step, { text }, false);
}

/** Queues a reply to something other than the user's latest words. It waits until the user is silent. */
export function answerWhenSilent(step: OpenStep, more: Omit<UserTurn, 'turn' | 'text'>): void {
  queueAnswer(step, { text: '', ...more }, true);
}

function queueAnswer(step: OpenStep, words: Omit<UserTurn, 'turn'>, whenSilent: boolean): void {
  const { nextTurn: turn, ending } = step.floor;
  if (ending !== null) return;
  setFloor(step, { nextTurn: turn + 1 });
  enqueue(step, { kind: 'respond', turn: { turn, ...words }, whenSilent });
}

/** Says a text within the current reply while that is being generated, otherwise as a separate reply. */
export function say(step: OpenStep, text: string, first: boolean): void {
  const { reply, settings } = step.floor;
  if (text.trim() === '') return;
  if (reply?.generation !== 'running' || isSuspended(reply) || settings.saysApart === true)
    return enqueue(step, { kind: 'say', text, origin: first ? 'first_message' : 'say' });
  decide(step, { kind: 'say', turn: reply.turn, text, begin: false });
}

/** Applies an event of the reply's generation. */
export function applyTurnEvent(step: OpenStep, event: TurnEvent): void {
  const { reply } = step.floor;
  if (reply === null || event.turn !== reply.turn) return;
  if (event.kind === 'text') {
    const delta = event.round === SAY_ROUND ? ` ${event.delta} ` : event.delta;
    const filler = reply.filler === 'due' && event.round === SAY_ROUND ? 'said' : endFiller(reply);
    const fillerChars = reply.fillerChars + (event.filler === true ? event.delta.length + 1 : 0);
    const hasText = reply.hasText || mustSound(delta);
    setReply(step, { roundText: reply.roundText + delta, hasText, filler, fillerChars });
  }
  if (event.kind === 'ended') endGeneration(step, reply, event.reason);
}

function endGeneration(step: OpenStep, { generation, hasFailed }: Reply, reason: EndReason): void {
  const isComplete = reason === 'complete' && generation !== 'aborted';
  const fails = reason === 'failed' && generation === 'running';
  setReply(step, { generation: isComplete ? 'complete' : 'aborted', hasFailed: hasFailed || fails });
}

/** Returns the state of the filler after other text has arrived. */
function endFiller({ filler }: Reply): Reply['filler'] {
  return filler === 'none' ? 'none' : 'over';
}

export function collectCalls(step: OpenStep, collected: FunctionCalls): void {
  const { turn, round, calls, extra, filler, notExecuted } = collected;
  const { reply, rounds } = step.floor;
  const roundText = reply?.turn === turn ? reply.roundText.trim() : '';
  setFloor(step, { rounds: [...rounds, createOpenRound(collected, roundText)] });
  if (reply?.turn === turn && calls.length > 0) setReply(step, { hasCalls: true });
  emitFact(step, {
    kind: 'calls_collected',
    turn,
    round,
    calls,
    ...(extra && { extra }),
    ...(notExecuted !== undefined && { notExecuted }),
  });
  if (filler !== undefined && roundText === '' && reply?.turn === turn) sayFiller(step, filler);
}

function createOpenRound(collected: FunctionCalls, roundText: string): OpenRound {
  const { turn, round, calls, extra, notExecuted, wordsWait, last = false } = collected;
  return { turn, round, calls, extra, roundText, wordsWait: wordsWait === true && notExecuted === undefined, last };
}

export function completeCalls(step: OpenStep, { turn, round, results, acknowledged = [] }: FunctionResults): void {
  const { reply, rounds } = step.floor;
  const executed = rounds.find((other) => other.turn === turn && other.round === round);
  if (executed === undefined) return;
  setFloor(step, { rounds: rounds.filter((other) => other !== executed) });
  const handsOff = endsRound(step, reply?.turn === turn ? reply : null, executed.last);
  const { roundText, calls, extra } = executed;
  // The model is not called again: the other agent answers in a separate reply.
  if (handsOff) decide(step, { kind: 'end_reply', turn, reason: 'complete' });
  const optional = { ...(extra && { extra }), ...(acknowledged.length > 0 && { acknowledged }) };
  emitFact(step, { kind: 'calls_executed', turn, round, roundText, calls, ...optional, results });
  keepRunning(step, executed, acknowledged);
  if (handsOff) answerWhenSilent(step, { handedOver: true });
}

/** Ends a round of the current reply. Returns whether another agent answers. `isLast`: no further round follows. */
function endsRound(step: OpenStep, reply: Reply | null, isLast: boolean): boolean {
  if (reply === null) return false;
  const handsOff = reply.handsOff && reply.generation === 'running';
  setReply(step, { roundText: '', awaitsRound: !handsOff && !isLast });
  return handsOff;
}

/** Notes that the current reply ends with its calls, and another agent answers instead. */
export function handOff(step: OpenStep): void {
  const { reply, rounds } = step.floor;
  if (reply !== null && rounds.some(({ turn }) => turn === reply.turn)) setReply(step, { handsOff: true });
}

/** Ends the reply when nothing more of it is being generated, executed or played. */
export function completeReply(step: OpenStep): void {
  const { reply, rounds } = step.floor;
  if (reply === null || reply.generation === 'running' || reply.sound.phase !== 'none') return;
  const isComplete = reply.generation === 'complete';
  if (isComplete && rounds.some(({ turn }) => turn === reply.turn)) return;
  if (isComplete && !reply.hasSpeech && !reply.handsOff)
    report(step, 'empty_reply', 'a reply completed with nothing said', { turn: reply.turn });
  resolveOverlapping(step);
  setFloor(step, { reply: null });
  queueFailureMessage(step, reply);
}

/** Resumes a suspended reply when the user's segments have settled without words. */
export function resumeIfQuiet(step: OpenStep): void {
  const { reply, user } = step.floor;
  if (reply?.sound.phase !== 'suspended' || isUserActive(user)) return;
  setReply(step, { wordlessCuts: reply.wordlessCuts + 1, sound: { phase: 'requested' } });
  decide(step, { kind: 'resume', turn: reply.turn, heardChars: reply.heardChars });
}

/** Begins the next reply in the queue once the current one is over. */
export function beginNext(step: OpenStep): void {
  const { queue } = step.floor;
  const next = queue[0];
  if (next === undefined || !canBegin(step.floor)) return;
  setFloor(step, { queue: queue.slice(1) });
  if (next.kind === 'request') return beginRequest(step, next.request);
  if (next.kind === 'respond') return beginAnswer(step, next.turn);
  const turn = step.floor.nextTurn;
  setFloor(step, { nextTurn: turn + 1, reply: createNextReply(step, turn, next.origin) });
  decide(step, { kind: 'say', turn, text: next.text, begin: true });
}

function beginAnswer(step: OpenStep, turn: UserTurn): void {
  setFloor(step, { reply: createNextReply(step, turn.turn, 'answer', turn.request?.allow_interruptions) });
  noteAnswered(step, turn.turn);
  decide(step, { kind: 'respond', turn });
}

/** Begins a requested reply. Words for the user pass the splice of the user's turns first. */
function beginRequest(step: OpenStep, request: ReplyRequest): void {
  const { nextTurn, committing } = step.floor;
  const turn: UserTurn = {
    turn: nextTurn,
    text: request.text ?? '',
    request,
    ...createTypedInput(step.floor, request.text),
  };
  setFloor(step, { nextTurn: nextTurn + 1 });
  if (request.text === undefined) return beginAnswer(step, turn);
  setFloor(step, { committing: committing + 1 });
  decide(step, { kind: 'commit', turn, from: { segments: [], typed: false } });
}

/**
 * Queues a reply. An answer goes before the application's texts and requests, and replaces a queued answer because it
 * answers both, as the application has asked for either. It also takes precedence over a text about a failure.
 */
function enqueue(step: OpenStep, queued: QueuedReply): void {
  const { queue } = step.floor;
  if (queue.length === 0) return setFloor(step, { queue: [queued] });
  if (queued.kind !== 'respond') return setFloor(step, { queue: [...queue, queued] });
  const answered = queue.find((other) => other.kind === 'respond');
  const kept = queue.filter((other) => other.kind !== 'respond' && !isFailureMessage(other));
  const behind = kept.filter(isOfApplication);
  const before = kept.filter((other) => !isOfApplication(other));
  setFloor(step, { queue: [...before, withRequest(queued, answered?.turn.request), ...behind] });
}

function withRequest(
  answer: Extract<QueuedReply, { kind: 'respond' }>,
  request: ReplyRequest | undefined,
): QueuedReply {
  if (request === undefined || answer.turn.request !== undefined) return answer;
  return { ...answer, turn: { ...answer.turn, request } };
}

/** Returns whether it waits until the user's words are answered. */
function isOfApplication(queued: QueuedReply): boolean {
  return queued.kind === 'request' || isSayRequest(queued);
}

function createNextReply(
  { floor: { now } }: OpenStep,
  turn: number,
  origin: Reply['origin'],
  allowInterruptions?: boolean,
): Reply {
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
    allowInterruptions,
    awaitsRound: false,
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
