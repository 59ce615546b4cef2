import { joinText } from '../../core/text.ts';
import { mayAnswer } from './backchannels.ts';
import { textOf } from './pending.ts';
import { isAnswerAudible, isCutting, isSuspended, isUnheardFirstMessage, type Reply } from './replyState.ts';
import type { Floor } from './state.ts';
import { isLive, isReady } from './user.ts';

/**
 * The effect of words on a reply that cannot be heard (docs/waiting.md, "What "hello?" does"):
 *
 * - `end`: they end it, and abort its functions
 * - `wait`: they are answered after it
 * - `remark`: they are added to the history without an answer
 * - `open`: they may become a remark
 */
export type Effect = 'end' | 'wait' | 'remark' | 'open';

/** Returns the effect on the reply of the words that await their commit; null: no words can change it. */
export function effectOfWords(floor: Floor, isKnown: boolean = areWordsKnown(floor)): Effect | null {
  const { reply, user } = floor;
  if (reply === null || !isAtWork(reply)) return null;
  const words = user.pending.filter(isLive);
  if (words.some(({ kind }) => kind === 'typed')) return 'end';
  const text = joinText(...words.map(textOf));
  return effectOfRemark(floor, text, isKnown) ?? effectOfOthers(floor, text);
}

/** Returns whether nothing of the reply can be heard, so that words may change it. */
function isAtWork(reply: Reply): boolean {
  return !isUnheardFirstMessage(reply) && !isAnswerAudible(reply) && !isCutting(reply) && !isSuspended(reply);
}

/**
 * Returns the effect of a remark, or of the beginning of one; null: the words are not a remark. A remark after waiting
 * words is part of their turn.
 */
function effectOfRemark(floor: Floor, text: string, isKnown: boolean): Effect | null {
  const { phrases } = floor.settings;
  const isAnswer = mayAnswer(floor);
  if (!isKnown) return phrases.isRemark(text, isAnswer) || phrases.beginsRemark(text, isAnswer) ? 'open' : null;
  if (!phrases.isRemark(text, isAnswer)) return null;
  return floor.user.pending.some(({ claim }) => claim === 'queued') ? 'wait' : 'remark';
}

function effectOfOthers({ reply, rounds, settings }: Floor, text: string): Effect {
  const doWait = rounds.some(({ turn, wordsWait }) => turn === reply?.turn && wordsWait);
  return doWait && !settings.phrases.isCorrection(text) ? 'wait' : 'end';
}

function areWordsKnown({ user }: Floor): boolean {
  return user.pending.every((speech) => !isLive(speech) || isReady(speech));
}
