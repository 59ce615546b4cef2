import { draftAt } from './drafts.ts';
import { fillerAt } from './fillers.ts';
import { isEndingNow } from './hold.ts';
import { isAnswerAudible, isCutting, isUnheardFirstMessage, type Reply } from './replyState.ts';
import { reservedUntil } from './reserved.ts';
import type { Floor, QueuedReply } from './state.ts';
import { isLive, isUserActive, waitEndOf } from './user.ts';

/** Silence within the agent's speech after which words interrupt it regardless of the thresholds. */
export const LONG_SILENCE_MS = 1000;
/** Time without sound after which a reply is reported, and the interval of further reports. */
export const SLOW_REPLY_MS = 8000;
/** How long a commit waits for calls that cannot be interrupted. */
export const UNINTERRUPTIBLE_WAIT_MS = 10_000;

export function isInLongSilence({ reply, now }: Floor): boolean {
  const sound = reply?.sound;
  return (sound?.phase === 'audible' || sound?.phase === 'cutting') && now - sound.lastSentAt >= LONG_SILENCE_MS;
}

/** Returns the claim of speech that begins now. */
export function claimNow({ reply }: Floor): 'live' | 'overlapping' {
  if (reply === null || isCutting(reply)) return 'live';
  return isAnswerAudible(reply) || isUnheardFirstMessage(reply) ? 'overlapping' : 'live';
}

/** Returns whether a queued reply is a text of the application that waits for the user's turn. */
export function isSayRequest(queued: QueuedReply): boolean {
  return queued.kind === 'say' && queued.origin !== 'first_message';
}

/** Returns whether the next reply in the queue may begin. A turn that is being committed goes first. */
export function canBegin({ reply, queue, committing, ending, user }: Floor): boolean {
  const next = queue[0];
  if (reply !== null || next === undefined || committing > 0 || isEndingNow(ending)) return false;
  if (next.kind === 'request') return !isUserActive(user);
  if (next.kind === 'respond') return next.whenSilent !== true || !isUserActive(user);
  return ending !== null || !isSayRequest(next) || !user.pending.some(isLive);
}

/** Returns the scheduler time at which the floor needs a `wake`; undefined: never. */
export function deadline(floor: Floor): number | undefined {
  const { commitDueAt, reply, user, ending, now } = floor;
  if (ending?.phase === 'listening') return ending.until > now ? ending.until : undefined;
  let at = Math.min(draftAt(floor) ?? NEVER, fillerAt(floor) ?? NEVER);
  if (commitDueAt !== null) at = Math.min(at, commitDueAt + UNINTERRUPTIBLE_WAIT_MS);
  if (reply !== null) at = Math.min(at, slowReplyAt(reply));
  at = Math.min(at, reservedUntil(floor) ?? NEVER);
  const waitEnd = waitEndOf(user);
  if (waitEnd !== null && waitEnd > now) at = Math.min(at, waitEnd);
  return at === NEVER ? undefined : at;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Returns the scheduler time at which the silence of the reply is reported next. */
export function slowReplyAt({ lastSoundAt, slowReports }: Reply): number {
  return lastSoundAt + SLOW_REPLY_MS * (slowReports + 1);
}
