import type { Phrases } from '../../core/phrases/createPhrases.ts';
import { setSpoken, closePending, textOf } from './pending.ts';
import { hasSounded, isAudible, isSuspended, type Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import { isOverlapping, type PendingSpeech, type SpokenSegment } from './userState.ts';
import type { Draft } from './draft.ts';

/** Returns whether the speech so far has words that count: a backchannel to the reply under way counts as none. */
export function hasWords(floor: Floor, speech: PendingSpeech): boolean {
  return textOf(speech) !== '' && !isBackchannel(floor, speech);
}

/** Speech whose last voiced sample is at most so long before the agent's end, or that of its question, is an early answer, in ms. */
export const EARLY_MS = 2000;

/**
 * Returns whether the speech so far is a backchannel to the reply under way: a phrase of a listener, or a greeting to a first
 * message. An answer to the agent's last question is none, if the reply under way has not sounded.
 */
export function isBackchannel({ reply, asked, settings: { phrases } }: Floor, speech: PendingSpeech): boolean {
  if (speech.kind === 'typed') return false;
  if (reply === null) return isLateBackchannel(speech, phrases);
  if (asked && isBeforeReply(reply)) return false;
  const text = textOf(speech);
  return phrases.isBackchannel(text) || (reply.origin === 'first_message' && phrases.isGreeting(text));
}

/** Returns whether it was a backchannel to speech that has ended before its words were known, and answers no question of it. */
function isLateBackchannel(spoken: SpokenSegment, phrases: Phrases): boolean {
  const { saidOver, voice } = spoken;
  if (saidOver === null || voice === null || voice.lastVoicedAt > saidOver.stoppedAt) return false;
  const text = textOf(spoken);
  if (phrases.isBackchannel(text)) return !answersQuestion(spoken, saidOver.questionAt);
  return saidOver.isFirstMessage && phrases.isGreeting(text);
}

/** Returns whether a backchannel answers the question that was heard to its end at `questionAt`; null: there is none. */
export function answersQuestion({ voice }: SpokenSegment, questionAt: number | null): boolean {
  return questionAt !== null && voice !== null && questionAt - voice.lastVoicedAt < EARLY_MS;
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
