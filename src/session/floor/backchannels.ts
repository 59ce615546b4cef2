import { setSpoken, closePending, textOf } from './pending.ts';
import { hasSounded, isAudible, isSuspended, type Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import { isOverlapping, type PendingSpeech, type SpokenSegment } from './userState.ts';
import type { Draft } from './draft.ts';

/** Returns whether the speech so far has words that count: a backchannel to the reply under way counts as none. */
export function hasWords(floor: Floor, speech: PendingSpeech): boolean {
  return textOf(speech) !== '' && !isBackchannel(floor, speech);
}

/**
 * Returns whether the speech so far is a backchannel to the reply under way: a phrase of a listener, or a greeting to a first
 * message. An answer to the agent's last question is none, if the reply under way has not sounded.
 */
export function isBackchannel({ reply, asked, settings: { phrases } }: Floor, speech: PendingSpeech): boolean {
  if (reply === null || speech.kind === 'typed' || (asked && isBeforeReply(reply))) return false;
  const text = textOf(speech);
  return phrases.isBackchannel(text) || (reply.origin === 'first_message' && phrases.isGreeting(text));
}

function isBeforeReply(reply: Reply): boolean {
  return !hasSounded(reply) && !reply.hasCalls;
}

/** Drops a backchannel whose words are known; one over the agent's speech, unless it greets, may answer the question at its end. */
export function settleBackchannel(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  const isOverSpeech = isSuspended(reply) || (isOverlapping(spoken) && isAudible(reply));
  if (isOverSpeech && spoken.phase === 'ready' && settings.phrases.isBackchannel(textOf(spoken)))
    setSpoken(draft, spoken, { claim: 'backchannel' });
  else closePending(draft, [spoken], null);
}

/** Drops the backchannels of a reply that is interrupted. */
export function dropBackchannels(draft: Draft): void {
  const dropped = draft.floor.user.pending.filter(({ claim }) => claim === 'backchannel');
  if (dropped.length > 0) closePending(draft, dropped, null);
}
