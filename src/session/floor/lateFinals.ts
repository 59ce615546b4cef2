import { addFinal, noText } from '../../core/segmentText.ts';
import { isBackchannel } from './backchannels.ts';
import { commitRemark } from './commit.ts';
import { createSpoken } from './create.ts';
import { effectOfWords } from './impatience.ts';
import { interruptWithWords } from './cut.ts';
import { isAnswerAudible, isAudible, isCutting, isUnheardFirstMessage } from './replyState.ts';
import { isLive, type Claim, type ClosedSegment, type SpokenSegment, type Voice } from './user.ts';
import { report, type Draft } from './draft.ts';
import { MIN_VOICED_MS } from './overlapping.ts';
import { addPendingInOrder, textOf } from './pending.ts';
import { takeNewWords } from './revisions.ts';
import type { FloorSettings } from './types.ts';

/** Adds the new words of a final whose segment is closed. */
export function addLateFinal(draft: Draft, segment: number, text: string): void {
  const closed = draft.floor.user.closed.findLast((other) => other.segment === segment);
  const isAnswered = typeof closed?.turn !== 'number' || !draft.floor.remarks.includes(closed.turn);
  if (closed === undefined || (closed.isSettled && closed.interim !== '' && isAnswered))
    return report(draft, 'late_transcript', 'a final came after its turn was committed', { segment });
  if (closed.isDropped && isListening(draft.floor.settings, text)) return;
  const words = takeNewWords(draft, { kind: 'final', segment, text });
  if (words !== '') addWords(draft, words, closed.isSettled && isAnswered ? closed : { ...closed, turn: null });
}

/** Returns whether the text is a phrase of a listener or a greeting. */
function isListening({ phrases }: FloorSettings, text: string): boolean {
  return phrases.isBackchannel(text) || phrases.isGreeting(text);
}

/** Adds words of a segment. Null `turn`: they have not been answered. */
function addWords(draft: Draft, text: string, closed: ClosedSegment): void {
  const { segment, turn, voice } = closed;
  const { reply, user } = draft.floor;
  const final = (claim: Claim): SpokenSegment => createFinal(text, { segment, claim, voice });
  if (addRemark(draft, final('live'))) return;
  if (isBackchannel(draft.floor, final('live'))) return addBackchannel(draft, final('backchannel'));
  if (reply !== null && endsReply(draft, closed)) {
    interruptWithWords(draft);
    return addPendingInOrder(draft, final('live'));
  }
  if (user.pending.some(isLive)) return addPendingInOrder(draft, final('live'));
  if (reply === null) return addPendingInOrder(draft, final(isTooShort(draft, turn, voice) ? 'deferred' : 'live'));
  const overlap = findOverlap(draft, closed);
  addPendingInOrder(draft, final(overlap?.claim ?? (turn === null ? 'queued' : 'overlapping')));
}

/**
 * Adds late words to the history, or to the waiting words, if they leave the reply unchanged. Returns whether they do.
 */
function addRemark(draft: Draft, late: SpokenSegment): boolean {
  if (draft.floor.user.pending.some(isLive)) return false;
  const { pending } = draft.floor.user;
  const effect = effectOfWords({ ...draft.floor, user: { ...draft.floor.user, pending: [...pending, late] } });
  if (effect !== 'remark' && effect !== 'wait') return false;
  addPendingInOrder(draft, effect === 'wait' ? createSpoken(late, { claim: 'queued' }) : late);
  if (effect === 'remark') commitRemark(draft);
  return true;
}

/** Keeps a backchannel over the agent's speech, which may answer the question at its end; drops any other. */
function addBackchannel(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  if (isAudible(reply) && settings.phrases.isBackchannel(textOf(spoken))) addPendingInOrder(draft, spoken);
}

/** Returns whether the words of an answered turn are too short to be answered on their own. */
function isTooShort(draft: Draft, turn: ClosedSegment['turn'], voice: Voice | null): boolean {
  const isAnswered = turn !== null && !isBeingCommitted(draft, turn);
  return isAnswered && voice !== null && voice.voicedMs < MIN_VOICED_MS;
}

/** Returns whether the reply to a turn has not yet begun. */
function isBeingCommitted({ floor: { committing, nextTurn, queue } }: Draft, turn: ClosedSegment['turn']): boolean {
  if (committing > 0 && turn === nextTurn - 1) return true;
  return queue.some((next) => next.kind === 'respond' && next.turn.turn === turn);
}

/**
 * Returns whether late words end the reply. They end a reply that is not yet audible; words without an answer end it
 * like words in time. Speech over it remains speech over it.
 */
function endsReply(draft: Draft, closed: ClosedSegment): boolean {
  const { reply, settings } = draft.floor;
  if (isUnheardFirstMessage(reply)) return false;
  if (!isAnswerAudible(reply) || isCutting(reply)) return true;
  if (closed.turn !== null || !settings.allowInterruptions) return false;
  return findOverlap(draft, closed) === null || closed.voice?.inSilence === true;
}

/** Returns the overlap with the current reply, if the words were said over that. */
function findOverlap({ floor: { reply } }: Draft, { overlap }: ClosedSegment): ClosedSegment['overlap'] {
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
    wordsAt: null,
    waitsUntil: null,
    voice,
    saidOver: null,
  });
}
