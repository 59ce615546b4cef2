import { joinText } from '../../core/text.ts';
import { hasWords } from './backchannels.ts';
import { interruptWithWords } from './cut.ts';
import { isCutting } from './replyState.ts';
import type { Floor } from './state.ts';
import { isEndpointed, isLive, isOverlapping, isReady, waitEndOf, type PendingSpeech, type User } from './user.ts';
import { decide, setFloor, setSpeaking, type OpenStep } from './openStep.ts';
import { effectOfWords } from './impatience.ts';
import { changeClaims, closePending, hasText, textOf } from './pending.ts';
import { createTurnInput } from './reserved.ts';
import type { CommittedFrom } from './types.ts';

/** Commits the waiting turn if it is due (docs/turn-taking.md, "When the user's turn ends"). */
export function tryCommit(step: OpenStep): void {
  if (step.floor.ending !== null || isCutting(step.floor.reply)) return;
  const due = selectDue(step.floor);
  if (due.length === 0) {
    if (isOpenRemark(step.floor)) commitRemark(step);
    return clearDue(step);
  }
  if (step.floor.reply !== null && !endsReply(step)) return;
  if (isCutting(step.floor.reply)) return;
  if (step.floor.rounds.length > 0) return setFloor(step, { commitDueAt: step.floor.commitDueAt ?? step.floor.now });
  commit(step, due);
}

/**
 * Ends the reply for words that are due, unless they are a remark or wait for its end. Returns whether it was ended.
 */
function endsReply(step: OpenStep): boolean {
  const effect = effectOfWords(step.floor, true);
  if (effect === 'remark') commitRemark(step);
  else if (effect === 'wait') putOff(step);
  else interruptWithWords(step);
  return effect !== 'remark' && effect !== 'wait';
}

/** Returns whether the words that await their commit are a remark, which only speech without words has kept open. */
function isOpenRemark(floor: Floor): boolean {
  const { pending } = floor.user;
  return pending.some(isLive) && pending.every(isReady) && effectOfWords(floor, true) === 'remark';
}

/** The number of remarks that are remembered until they have returned through their splice. */
const REMARKS_KEPT = 32;

/** Adds the words that await their commit to the history, while the reply continues. */
export function commitRemark(step: OpenStep): void {
  commitUnanswered(step, step.floor.user.pending.filter(isLive));
}

/** Commits `speeches` as one turn that gets no answer. */
function commitUnanswered(step: OpenStep, speeches: readonly PendingSpeech[]): void {
  const { nextTurn, remarks, commitDueAt } = step.floor;
  setFloor(step, { remarks: [...remarks, nextTurn].slice(-REMARKS_KEPT) });
  commit(step, speeches);
  setFloor(step, { commitDueAt });
}

/**
 * Commits the user's greeting over the first message, once that is over, as a turn without an answer: the agent has
 * already greeted.
 */
export function commitGreetings(step: OpenStep): void {
  const { reply, ending, user } = step.floor;
  if (reply !== null || ending !== null || !user.pending.some(isGreeting)) return;
  commitUnanswered(step, user.pending.filter(isGreeting));
}

function isGreeting({ claim }: PendingSpeech): boolean {
  return claim === 'greeting';
}

/** Postpones the words that await their commit until the reply is over. */
export function putOff(step: OpenStep): void {
  changeClaims(step, (speech) => (isLive(speech) ? 'queued' : speech.claim));
}

/** Commits `speeches` as one turn, in the order in which they were said. */
export function commit(step: OpenStep, speeches: readonly PendingSpeech[]): void {
  const { nextTurn, committing, user } = step.floor;
  const open = user.openSegment?.segment;
  if (speeches.some((speech) => speech.kind === 'spoken' && speech.segment === open)) setSpeaking(step, false);
  closePending(step, speeches, nextTurn);
  setFloor(step, { nextTurn: nextTurn + 1, committing: committing + 1, commitDueAt: null });
  const turn = { turn: nextTurn, text: joinText(...speeches.map(textOf)), ...createTurnInput(step.floor, speeches) };
  decide(step, { kind: 'commit', turn, from: createCommittedFrom(speeches) });
}

function clearDue(step: OpenStep): void {
  if (step.floor.commitDueAt !== null) setFloor(step, { commitDueAt: null });
}

/** Selects the speech of a turn that is due now; empty if none is. */
function selectDue(floor: Floor): readonly PendingSpeech[] {
  const { user, now } = floor;
  const { pending } = user;
  if (!pending.some(isLive)) return NONE;
  if (pending.some(isLiveText)) return selectCandidates(user).filter(isReady);
  if (pending.some(isAwaited) || now < (waitEndOf(user) ?? now)) return NONE;
  const candidates = selectCandidates(user);
  const hasLiveWords = candidates.some((speech) => isLive(speech) && hasWords(floor, speech));
  return hasLiveWords && candidates.every(isDone) ? candidates : NONE;
}

const NONE: readonly PendingSpeech[] = [];

/** Selects the speech for a commit: the waiting turn, and the speech that was postponed until then. */
function selectCandidates({ pending }: User): readonly PendingSpeech[] {
  return pending.filter((speech) => !isOverlapping(speech));
}

function isLiveText(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' && isLive(speech);
}

/** Returns whether the end of its turn is still awaited. */
function isAwaited(speech: PendingSpeech): boolean {
  return isLive(speech) && !isEndpointed(speech);
}

/** Returns whether all its words are known, or it has some and was endpointed before. */
export function isDone(speech: PendingSpeech): boolean {
  return isReady(speech) || (isEndpointed(speech) && hasText(speech));
}

function createCommittedFrom(speeches: readonly PendingSpeech[]): CommittedFrom {
  const segments: number[] = [];
  for (const speech of speeches) if (speech.kind === 'spoken') segments.push(speech.segment);
  return { segments, typed: speeches.some(({ kind }) => kind === 'typed') };
}
