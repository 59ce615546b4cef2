import type { Ending, Floor, PendingSpeech, QueuedReply, Reply, User } from './state.ts';

/** Silence within the agent's speech from which on words interrupt it whatever the thresholds. */
const LONG_SILENCE_MS = 1000;
/** Time without sound after which a reply is reported, and again after as much. */
export const SLOW_REPLY_MS = 8000;
/** Time for which a commit waits for calls that cannot be interrupted. */
export const UNINTERRUPTIBLE_WAIT_MS = 10_000;

/**
 * Returns whether the agent is held: no audio of it begins, no call is announced, no further round is requested
 * (docs/turn-taking.md, "When the agent waits").
 */
export function isHeld({ user, reply, ending }: Floor): boolean {
  if (isEndingNow(ending)) return true;
  return isUserActive(user) || isCutting(reply) || isSuspended(reply);
}

/** Returns whether the session is to end without waiting for the agent's speech, or has ended. */
export function isEndingNow(ending: Ending | null): boolean {
  return ending !== null && !(ending.phase === 'requested' && ending.after === 'speech');
}

/** Returns whether the user speaks, or a turn waits for its commit. */
export function isUserActive({ pending }: User): boolean {
  return pending.some((speech) => isLive(speech) || isSpeaking(speech));
}

/** Returns whether the speech belongs to a turn that is not committed yet. */
export function isLive({ claim }: PendingSpeech): boolean {
  return claim === 'live';
}

/** Returns whether the VAD has yet to end its segment. */
export function isSpeaking(speech: PendingSpeech): boolean {
  return speech.kind === 'spoken' && speech.phase === 'speaking';
}

/** Returns whether all of its words are known. */
export function isReady(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' || speech.phase === 'ready';
}

/** Returns whether its claim is resolved when the agent has finished. */
export function isOverlapping({ claim }: PendingSpeech): boolean {
  return claim === 'overlapping' || claim === 'queued';
}

/** Returns whether the client's report of a cut is awaited. */
export function isCutting(reply: Reply | null): boolean {
  return reply?.sound.phase === 'cutting';
}

/** Returns whether the reply was cut without words, or is being so: it may be resumed. */
export function isSuspended(reply: Reply | null): boolean {
  const sound = reply?.sound;
  return sound?.phase === 'suspended' || (sound?.phase === 'cutting' && sound.purpose === 'suspend');
}

/** Returns whether samples were sent that are not yet played or cleared. */
export function isAudible(reply: Reply | null): boolean {
  return reply !== null && (reply.sound.phase === 'audible' || reply.sound.phase === 'cutting');
}

/** Returns whether some of the reply was played, or is being played. */
export function hasSounded(reply: Reply): boolean {
  return isAudible(reply) || reply.heardChars > 0;
}

export function isInLongSilence({ reply, now }: Floor): boolean {
  const sound = reply?.sound;
  return (sound?.phase === 'audible' || sound?.phase === 'cutting') && now - sound.lastSentAt >= LONG_SILENCE_MS;
}

/** Returns the claim of speech that begins now. */
export function claimNow({ reply }: Floor): 'live' | 'overlapping' {
  if (reply === null || isCutting(reply)) return 'live';
  return isAudible(reply) || isUnheardFirstMessage(reply) ? 'overlapping' : 'live';
}

/** Returns whether the reply is a first message that has not sounded: it is held, never superseded. */
export function isUnheardFirstMessage(reply: Reply | null): boolean {
  return reply?.origin === 'first_message' && !hasSounded(reply) && !isSuspended(reply);
}

/** Returns whether a queued reply is a text of the application's, which waits for the user's turn. */
export function isSayRequest(queued: QueuedReply): boolean {
  return queued.kind === 'say' && queued.origin === 'say';
}

/** Returns whether the next reply in the queue may begin. A turn that is being committed goes in front of it. */
export function canBegin({ reply, queue: [next], committing, ending, user }: Floor): boolean {
  if (reply !== null || next === undefined || committing > 0 || isEndingNow(ending)) return false;
  return !isSayRequest(next) || ending !== null || !user.pending.some(isLive);
}

/** Returns the scheduler time at which the floor needs a `wake`; undefined: never. */
export function deadline({ commitDueAt, reply }: Floor): number | undefined {
  const commitAt = commitDueAt === null ? Number.POSITIVE_INFINITY : commitDueAt + UNINTERRUPTIBLE_WAIT_MS;
  const at = reply === null ? commitAt : Math.min(commitAt, slowReplyAt(reply));
  return at === Number.POSITIVE_INFINITY ? undefined : at;
}

/** Returns the scheduler time at which the silence of the reply is reported next. */
export function slowReplyAt({ lastSoundAt, slowReports }: Reply): number {
  return lastSoundAt + SLOW_REPLY_MS * (slowReports + 1);
}
