import { addFinal, noText } from '../../core/segmentText.ts';
import { isBackchannel } from './backchannels.ts';
import { createSpoken } from './create.ts';
import { interruptWithWords } from './cut.ts';
import { isAudible, isCutting, isUnheardFirstMessage } from './replyState.ts';
import { isLive, type Claim, type ClosedSegment, type SpokenSegment } from './userState.ts';
import { report, type Draft } from './draft.ts';
import { addPending, addPendingInOrder } from './pending.ts';
import { takeNewWords } from './revisions.ts';

/** Adds a final whose segment is closed: words that it had not brought before. A backchannel is dropped. */
export function addLateFinal(draft: Draft, segment: number, text: string): void {
  const closed = draft.floor.user.closed.findLast((other) => other.segment === segment);
  if (closed === undefined || (closed.isSettled && closed.interim !== ''))
    return report(draft, 'late_transcript', 'a final came after its turn was committed', { segment });
  const words = takeNewWords(draft, { kind: 'final', segment, text });
  if (words !== '') addWords(draft, segment, { text: words, turn: closed.isSettled ? closed.turn : null });
}

interface LateWords {
  readonly text: string;
  /** The turn of its segment; null: nobody has answered them. */
  readonly turn: ClosedSegment['turn'];
}

function addWords(draft: Draft, segment: number, { text, turn }: LateWords): void {
  const { reply, user } = draft.floor;
  if (isBackchannel(draft.floor, createFinal(segment, 'live', text))) return;
  if (user.pending.some(isLive)) return addPendingInOrder(draft, createFinal(segment, 'live', text));
  if (reply === null) {
    const isAnswered = turn !== null && !isBeingCommitted(draft, turn);
    return addPending(draft, createFinal(segment, isAnswered ? 'deferred' : 'live', text));
  }
  if (endsReply(draft, turn)) {
    interruptWithWords(draft);
    return addPending(draft, createFinal(segment, 'live', text));
  }
  const overlaps = isAudible(reply) || isUnheardFirstMessage(reply);
  addPendingInOrder(draft, createFinal(segment, overlaps && turn === null ? 'queued' : 'deferred', text));
}

/** Returns whether the reply to a turn has not begun. */
function isBeingCommitted({ floor: { committing, nextTurn, queue } }: Draft, turn: ClosedSegment['turn']): boolean {
  if (committing > 0 && turn === nextTurn - 1) return true;
  return queue.some((next) => next.kind === 'respond' && next.turn.turn === turn);
}

/** Words that nobody answered end a reply like words that come in time; those of its own turn only before it is audible. */
function endsReply({ floor: { reply, settings } }: Draft, turn: ClosedSegment['turn']): boolean {
  if (isUnheardFirstMessage(reply)) return false;
  const unheard = !isAudible(reply) || isCutting(reply);
  return turn === null ? unheard || settings.allowInterruptions : unheard && reply?.turn === turn;
}

function createFinal(segment: number, claim: Claim, text: string): SpokenSegment {
  const final = addFinal(noText, { text });
  return createSpoken({
    segment,
    claim,
    phase: 'ready',
    endpointed: true,
    text: final,
    wordsAt: null,
    waitsUntil: null,
    voice: null,
  });
}
