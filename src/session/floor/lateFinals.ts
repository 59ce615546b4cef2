import { addFinal, noText } from '../../core/segmentText.ts';
import { createSpoken } from './create.ts';
import { interruptWithWords } from './cut.ts';
import { isAudible, isCutting, isUnheardFirstMessage } from './replyState.ts';
import { isLive, type Claim, type ClosedSegment, type SpokenSegment } from './userState.ts';
import { report, type Draft } from './draft.ts';
import { addPending, addPendingInFront } from './pending.ts';

/** Adds a final whose segment had been settled without one. */
export function addLateFinal(draft: Draft, segment: number, text: string): void {
  const { reply, user } = draft.floor;
  const closed = user.closed.findLast((other) => other.segment === segment);
  if (closed === undefined || closed.fromInterim)
    return report(draft, 'late_transcript', 'a final came after its turn was committed', { segment });
  const { turn } = closed;
  if (user.pending.some(isLive)) return addPendingInFront(draft, createFinal(segment, 'live', text));
  if (reply === null) return addPending(draft, createFinal(segment, turn === null ? 'live' : 'deferred', text));
  if (endsReply(draft, closed)) {
    interruptWithWords(draft);
    return addPending(draft, createFinal(segment, 'live', text));
  }
  const overlaps = isAudible(reply) || isUnheardFirstMessage(reply);
  const overlapping = turn === null ? 'queued' : 'overlapping';
  addPending(draft, createFinal(segment, overlaps ? overlapping : 'deferred', text));
}

/** Words that nobody answered end a reply like words that come in time; those of its own turn only before it is audible. */
function endsReply({ floor: { reply, settings } }: Draft, { turn }: ClosedSegment): boolean {
  if (isUnheardFirstMessage(reply)) return false;
  const unheard = !isAudible(reply) || isCutting(reply);
  return turn === null ? unheard || settings.allowInterruptions : unheard && reply?.turn === turn;
}

function createFinal(segment: number, claim: Claim, text: string): SpokenSegment {
  const final = addFinal(noText, { text });
  return createSpoken({ segment, claim, phase: 'ready', endpointed: true, text: final, voice: null });
}
