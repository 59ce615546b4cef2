import { textOf } from './pending.ts';
import type { Floor, QueuedReply, PendingSpeech, Reply, User } from './types.ts';

/** Silence inside the agent's speech from which on words interrupt it whatever the thresholds. */
const LONG_SILENCE_MS = 1000;
/** A reply without a sound is reported after this time, and after as much again. */
export const SLOW_REPLY_MS = 8000;
/** How long a commit waits for calls that cannot be interrupted. */
export const UNINTERRUPTIBLE_WAIT_MS = 10_000;

/** No agent audio begins, no call is announced, no further round is asked for (the law, section 5). */
export function isHeld({ user, reply, ending, over }: Floor): boolean {
  if (over || ending?.after === 'now') return true;
  return isUserActive(user) || isCutting(reply) || reply?.suspended === true;
}

/** The user speaks, or a turn waits for its commit. */
export function isUserActive({ pending: pieces }: User): boolean {
  return pieces.some((piece) => piece.open || isWaiting(piece));
}

/** The piece belongs to a turn that is not committed yet, or may. */
export function isWaiting(piece: PendingSpeech): boolean {
  return piece.claim === 'live' && (piece.open || !piece.settled || textOf(piece) !== '');
}

/** Between the decision to cut and the truncated message. */
export function isCutting(reply: Reply | null): boolean {
  return reply?.speech?.audible === true && reply.speech.cut !== null;
}

/** From the first sample sent to the last one played or cleared. */
export function isAudible(reply: Reply | null): boolean {
  return reply?.speech?.audible === true;
}

export function isInLongSilence({ reply, now }: Floor): boolean {
  return isAudible(reply) && now - (reply?.speech?.lastSentAt ?? now) >= LONG_SILENCE_MS;
}

/** Speech now is said over the agent, or has to wait for a first message. */
export function claimNow({ reply }: Floor): 'live' | 'overlapping' {
  if (reply === null || isCutting(reply)) return 'live';
  return isAudible(reply) || isUnheardFirstMessage(reply) ? 'overlapping' : 'live';
}

/** A first message is only held, never superseded. */
export function isUnheardFirstMessage(reply: Reply | null): boolean {
  return (
    reply !== null &&
    reply.source === 'first_message' &&
    !isAudible(reply) &&
    reply.heardChars === 0 &&
    !reply.suspended
  );
}

/** What the session's owner wants said waits for the user's turn. */
export function isSayRequest(intent: QueuedReply): boolean {
  return intent.kind === 'say' && intent.source === 'say';
}

/** The next in the queue may begin; a turn that is being committed goes in front of it. */
export function canBegin({ reply, queue: [next], committing, ending, user }: Floor): boolean {
  if (reply !== null || next === undefined || committing > 0 || ending?.after === 'now') return false;
  return !isSayRequest(next) || ending !== null || !user.pending.some(isWaiting);
}

/** When the floor wants to be woken, in scheduler time; undefined: never. */
export function deadline({ commitDueAt, reply }: Floor): number | undefined {
  const commitAt = commitDueAt === null ? Number.POSITIVE_INFINITY : commitDueAt + UNINTERRUPTIBLE_WAIT_MS;
  const at = reply === null ? commitAt : Math.min(commitAt, slowReplyAt(reply));
  return at === Number.POSITIVE_INFINITY ? undefined : at;
}

/** When the reply's silence is reported next. */
export function slowReplyAt({ lastSoundAt, slowReports }: Reply): number {
  return lastSoundAt + SLOW_REPLY_MS * (slowReports + 1);
}
