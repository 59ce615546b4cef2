import { createSpoken } from './create.ts';
import { setUser, type OpenStep } from './openStep.ts';
import {
  isLive,
  isOverlapping,
  type Claim,
  type ClosedSegment,
  type PendingSpeech,
  type SpokenSegment,
  type User,
} from './user.ts';

/** The number of closed segments that are kept for late finals. */
const CLOSED_KEPT = 32;

export function textOf(speech: PendingSpeech): string {
  return speech.kind === 'typed' ? speech.text : speech.text.text;
}

/** Returns whether it has words, even if they are not known yet. */
export function hasText(speech: PendingSpeech): boolean {
  return textOf(speech) !== '' || (speech.kind === 'spoken' && speech.owesWords);
}

/** Finds the latest pending speech of a segment that `matches`. */
export function findPending(
  step: OpenStep,
  segment: number,
  matches?: (speech: PendingSpeech) => boolean,
): SpokenSegment | undefined {
  return step.floor.user.pending.findLast(
    (speech): speech is SpokenSegment =>
      speech.kind === 'spoken' && speech.segment === segment && (matches === undefined || matches(speech)),
  );
}

export function addPending(step: OpenStep, speech: PendingSpeech): void {
  setUser(step, { pending: [...step.floor.user.pending, speech] });
}

/** Replaces `spoken` by a changed copy and returns the copy. */
export function setSpoken(
  step: OpenStep,
  spoken: SpokenSegment,
  change: Partial<Omit<SpokenSegment, 'kind'>>,
): SpokenSegment {
  const changed = createSpoken(spoken, change);
  setUser(step, { pending: step.floor.user.pending.map((other) => (other === spoken ? changed : other)) });
  return changed;
}

/** Replaces each pending speech by the result of `replace`. */
export function replacePending(step: OpenStep, replace: (speech: PendingSpeech) => PendingSpeech): void {
  setUser(step, { pending: step.floor.user.pending.map(replace) });
}

/** Sets the claim of all pending speech to the result of `claimOf`. */
export function changeClaims(step: OpenStep, claimOf: (speech: PendingSpeech) => Claim): void {
  replacePending(step, (speech) => {
    const claim = claimOf(speech);
    if (claim === speech.claim) return speech;
    return speech.kind === 'typed' ? { kind: 'typed', claim, text: speech.text } : createSpoken(speech, { claim });
  });
}

/** Adds late words in the order in which they were spoken, before typed text that awaits its commit. */
export function addPendingInOrder(step: OpenStep, late: SpokenSegment): void {
  const { pending } = step.floor.user;
  const at = pending.findIndex((speech) => (speech.kind === 'typed' ? isLive(speech) : speech.segment > late.segment));
  setUser(step, { pending: at < 0 ? [...pending, late] : pending.toSpliced(at, 0, late) });
}

/**
 * Removes pending speech and remembers its segments as closed by this turn; null: by no turn. A segment without words
 * belongs to the waiting turn, if there is one, because its words may come late.
 */
export function closePending(step: OpenStep, speeches: readonly PendingSpeech[], turn: number | null): void {
  const { reply, user } = step.floor;
  const pending = without(user.pending, speeches);
  const isWaiting = pending.some(isLive);
  const closed = isWaiting ? user.closed.slice() : assignWaiting(user, turn);
  let { lastClosed } = user;
  for (const speech of speeches) {
    if (speech.kind === 'typed') continue;
    const overlap = isOverlapping(speech) && reply !== null ? { turn: reply.turn, claim: speech.claim } : null;
    const isDropped = turn === null && hasText(speech);
    closed.push(createClosed(speech, { turn: turn ?? (isWaiting ? 'waiting' : null), isDropped, overlap }));
    lastClosed = Math.max(lastClosed, speech.segment);
  }
  if (closed.length > CLOSED_KEPT) closed.splice(0, closed.length - CLOSED_KEPT);
  setUser(step, { pending, closed, lastClosed, closedWaits: isWaiting && (user.closedWaits || turn === null) });
}

/**
 * Drops a segment that the user has withdrawn, with its words. Closed segments that waited for its turn then belong to
 * none.
 */
export function dropPending(step: OpenStep, segment: number): void {
  const { user } = step.floor;
  const pending = user.pending.filter((speech) => speech.kind === 'typed' || speech.segment !== segment);
  if (pending.some(isLive)) return setUser(step, { pending });
  setUser(step, { pending, closed: assignWaiting(user, null), closedWaits: false });
}

function without(pending: readonly PendingSpeech[], speeches: readonly PendingSpeech[]): readonly PendingSpeech[] {
  return speeches.length === pending.length ? [] : pending.filter((speech) => !speeches.includes(speech));
}

/** Returns a copy of the closed segments in which those that waited for their turn belong to this one. */
function assignWaiting({ closed, closedWaits }: User, turn: number | null): ClosedSegment[] {
  if (!closedWaits) return closed.slice();
  return closed.map((one) => (one.turn === 'waiting' ? { ...one, turn } : one));
}

function createClosed(
  { segment, phase, text, voice }: SpokenSegment,
  { turn, isDropped, overlap }: Pick<ClosedSegment, 'turn' | 'isDropped' | 'overlap'>,
): ClosedSegment {
  const interim = isDropped ? '' : (text.interim?.text ?? '');
  return { segment, interim, isDropped, isSettled: phase === 'ready', turn, overlap, voice };
}
