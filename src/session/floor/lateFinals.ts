import { allowsInterruptions } from './hold.ts';
import { addFinal, noText } from '../../core/segmentText.ts';
import { isBackchannel } from './backchannels.ts';
import { commitRemark } from './commit.ts';
import { createSpoken } from './create.ts';
import { effectOfWords } from './impatience.ts';
import { interruptWithWords } from './cut.ts';
import { isAnswerAudible, isAudible, isCutting, isUnheardFirstMessage } from './replyState.ts';
import { isLive, type Claim, type ClosedSegment, type SpokenSegment, type Voice } from './user.ts';
import { report, type OpenStep } from './openStep.ts';
import { MIN_VOICED_MS } from './overlapping.ts';
import { addPendingInOrder, textOf } from './pending.ts';
import { takeNewWords } from './revisions.ts';
import type { FloorSettings } from './types.ts';

/** Adds the new words of a final whose segment is closed. */
export function addLateFinal(step: OpenStep, segment: number, text: string): void {
  const closed = step.floor.user.closed.findLast((other) => other.segment === segment);
  const isAnswered = typeof closed?.turn !== 'number' || !step.floor.remarks.includes(closed.turn);
  if (closed === undefined || (closed.isSettled && closed.interim !== '' && isAnswered))
    return report(step, 'late_transcript', 'a final came after its turn was committed', { segment });
  if (closed.isDropped && isListening(step.floor.settings, text)) return;
  const words = takeNewWords(step, { kind: 'final', segment, text });
  if (words !== '') addWords(step, words, closed.isSettled && isAnswered ? closed : { ...closed, turn: null });
}

/** Returns whether the text is a phrase of a listener or a greeting. */
function isListening({ phrases }: FloorSettings, text: string): boolean {
  return phrases.isBackchannel(text) || phrases.isGreeting(text);
}

/** Adds words of a segment. Null `turn`: they have not been answered. */
function addWords(step: OpenStep, text: string, closed: ClosedSegment): void {
  const { segment, turn, voice } = closed;
  const { reply, user } = step.floor;
  const final = (claim: Claim): SpokenSegment => createFinal(text, { segment, claim, voice });
  if (addRemark(step, final('live'))) return;
  if (isBackchannel(step.floor, final('live'))) return addBackchannel(step, final('backchannel'));
  if (reply !== null && endsReply(step, closed)) {
    interruptWithWords(step);
    return addPendingInOrder(step, final('live'));
  }
  if (user.pending.some(isLive)) return addPendingInOrder(step, final('live'));
  if (reply === null) return addPendingInOrder(step, final(isTooShort(step, turn, voice) ? 'deferred' : 'live'));
  const overlap = findOverlap(step, closed);
  addPendingInOrder(step, final(overlap?.claim ?? (turn === null ? 'queued' : 'overlapping')));
}

/**
 * Adds late words to the history, or to the waiting words, if they leave the reply unchanged. Returns whether they do.
 */
function addRemark(step: OpenStep, late: SpokenSegment): boolean {
  if (step.floor.user.pending.some(isLive)) return false;
  const { pending } = step.floor.user;
  const effect = effectOfWords({ ...step.floor, user: { ...step.floor.user, pending: [...pending, late] } });
  if (effect !== 'remark' && effect !== 'wait') return false;
  addPendingInOrder(step, effect === 'wait' ? createSpoken(late, { claim: 'queued' }) : late);
  if (effect === 'remark') commitRemark(step);
  return true;
}

/** Keeps a backchannel over the agent's speech, which may answer the question at its end; drops any other. */
function addBackchannel(step: OpenStep, spoken: SpokenSegment): void {
  const { reply, settings } = step.floor;
  if (isAudible(reply) && settings.phrases.isBackchannel(textOf(spoken))) addPendingInOrder(step, spoken);
}

/** Returns whether the words of an answered turn are too short to be answered on their own. */
function isTooShort(step: OpenStep, turn: ClosedSegment['turn'], voice: Voice | null): boolean {
  const isAnswered = turn !== null && !isBeingCommitted(step, turn);
  return isAnswered && voice !== null && voice.voicedMs < MIN_VOICED_MS;
}

/** Returns whether the reply to a turn has not yet begun. */
function isBeingCommitted({ floor: { committing, nextTurn, queue } }: OpenStep, turn: ClosedSegment['turn']): boolean {
  if (committing > 0 && turn === nextTurn - 1) return true;
  return queue.some((next) => next.kind === 'respond' && next.turn.turn === turn);
}

/**
 * Returns whether late words end the reply. They end a reply that is not yet audible; words without an answer end it
 * like words in time. Speech over it remains speech over it.
 */
function endsReply(step: OpenStep, closed: ClosedSegment): boolean {
  const { reply } = step.floor;
  if (isUnheardFirstMessage(reply)) return false;
  if (!isAnswerAudible(reply) || isCutting(reply)) return true;
  if (closed.turn !== null || !allowsInterruptions(step.floor)) return false;
  return findOverlap(step, closed) === null || closed.voice?.inSilence === true;
}

/** Returns the overlap with the current reply, if the words were said over that. */
function findOverlap({ floor: { reply } }: OpenStep, { overlap }: ClosedSegment): ClosedSegment['overlap'] {
  return overlap !== null && overlap.turn === reply?.turn ? overlap : null;
}

function createFinal(
  text: string,
  { segment, claim, voice }: Pick<SpokenSegment, 'segment' | 'claim' | 'voice'>,
): SpokenSegment {
  const final = addFinal(noText, { text });
  return createSpoken({
    segment,
    claim,
    phase: 'ready',
    endpointed: true,
    text: final,
    owesWords: false,
    wordsAt: null,
    waitsUntil: null,
    voice,
    saidOver: null,
  });
}
