import type { Phrases } from '../../core/phrases/createPhrases.ts';
import { setSpoken, closePending, hasText, textOf } from './pending.ts';
import { isAnswerAudible, isAnswerHeard, isAudible, isSuspended } from './replyState.ts';
import type { Floor } from './state.ts';
import { isOverlapping, type PendingSpeech, type SpokenSegment } from './user.ts';
import type { OpenStep } from './openStep.ts';

/** Returns whether the speech so far has words that count. A backchannel to the current reply does not count. */
export function hasWords(floor: Floor, speech: PendingSpeech): boolean {
  return hasText(speech) && !isBackchannel(floor, speech);
}

/** Maximum time, in ms, from the last voiced sample of an early answer to the end of the agent's speech or question. */
export const EARLY_MS = 2000;

/**
 * Returns whether the speech so far is a backchannel to the current reply: a phrase of a listener, a greeting over a
 * first message, or a remark of a user who waits for a function. An answer to the agent's last question is not a
 * backchannel if the current reply has not sounded.
 */
export function isBackchannel(floor: Floor, speech: PendingSpeech): boolean {
  const { reply, rounds, settings } = floor;
  const { phrases } = settings;
  if (speech.kind === 'typed' || speech.owesWords) return false;
  if (reply === null) return isLateBackchannel(speech, phrases);
  if (mayAnswer(floor)) return false;
  const text = textOf(speech);
  if (rounds.some(({ turn }) => turn === reply.turn) && phrases.isRemark(text, false)) return true;
  return phrases.isBackchannel(text) || (reply.origin === 'first_message' && phrases.isGreeting(text));
}

/**
 * Returns whether it was a backchannel to speech that ended before its words were known, and does not answer a question
 * of that speech.
 */
function isLateBackchannel(spoken: SpokenSegment, phrases: Phrases): boolean {
  const { saidOver, voice } = spoken;
  if (saidOver === null || voice === null || voice.lastVoicedAt > saidOver.stoppedAt) return false;
  const text = textOf(spoken);
  if (phrases.isBackchannel(text)) return !answersQuestion(spoken, saidOver.questionAt);
  return saidOver.isFirstMessage && phrases.isGreeting(text);
}

/** Returns whether a backchannel answers the question that was heard to its end at `questionAt`; null: no question. */
export function answersQuestion({ voice }: SpokenSegment, questionAt: number | null): boolean {
  return questionAt !== null && voice !== null && questionAt - voice.lastVoicedAt < EARLY_MS;
}

/**
 * Returns whether words may answer the agent's last question: nothing but a filler of the current reply has been heard,
 * and it has called no function.
 */
export function mayAnswer({ asked, reply }: Floor): boolean {
  return asked && reply !== null && !isAnswerAudible(reply) && !isAnswerHeard(reply) && !reply.hasCalls;
}

/**
 * Drops a backchannel whose words are known. One over the agent's speech may answer the question at its end; a greeting
 * is kept as a message.
 */
export function settleBackchannel(step: OpenStep, spoken: SpokenSegment): void {
  const { reply, settings } = step.floor;
  const isOverSpeech = isSuspended(reply) || (isOverlapping(spoken) && isAudible(reply));
  const greets = !settings.phrases.isBackchannel(textOf(spoken));
  if (spoken.phase === 'ready' && (greets || isOverSpeech))
    setSpoken(step, spoken, { claim: greets ? 'greeting' : 'backchannel' });
  else closePending(step, [spoken], null);
}

/** Drops the backchannels of an interrupted reply. */
export function dropBackchannels(step: OpenStep): void {
  const dropped = step.floor.user.pending.filter(({ claim }) => claim === 'backchannel');
  if (dropped.length > 0) closePending(step, dropped, null);
}
