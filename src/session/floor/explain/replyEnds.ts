import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { quote, seconds, sentence } from '../../../core/sentence.ts';
import { LONG_SILENCE_MS } from '../derive.ts';
import { isAnswerAudible, isAudible, isSuspended, type Reply } from '../replyState.ts';
import { hasText, textOf } from '../pending.ts';
import type { FloorEvent } from '../types.ts';
import { because, type StepContext } from './context.ts';

/** Explains why a reply ends, its calls are aborted, or its sound is cut. */
export function explainReplyEnd(context: StepContext): Reason {
  const { event, after } = context;
  if (after.ending !== null && isOfEnd(event.kind)) return because(RULES.ending, sentence`the session ends`);
  switch (event.kind) {
    case 'barge_in':
      return context.stages.interruption ?? because(RULES.interruption, sentence`the user has spoken over the agent`);
    case 'typed':
      return because(RULES.turn, sentence`typed text is a turn at once`);
    case 'digit':
      return because(RULES.keys, sentence`a telephone key ends the reply, as typed text does`);
    case 'started':
      return because(RULES.pushToTalk, sentence`the user has begun to speak, which interrupts with push to talk`);
    case 'interrupt':
      return because(RULES.fromCode, sentence`the application asked for it`);
    case 'speech':
      return explainEndInSpeech(context, event.event.kind);
    case 'results':
      return explainEndByResults(context);
    default:
      return explainEndByWords(context);
  }
}

/** Returns whether an event can only end a reply because the session ends. */
function isOfEnd(kind: FloorEvent['kind']): boolean {
  return kind === 'end' || kind === 'terminate' || kind === 'wake' || kind === 'playout' || kind === 'reply';
}

function explainEndInSpeech({ after }: StepContext, kind: string): Reason {
  if (kind === 'started') return because(RULES.interruption, sentence`the reply of this speech is over`);
  return after.ending === null || kind === 'ended'
    ? because(RULES.failures, sentence`the voice has failed`)
    : because(RULES.ending, sentence`the session ends`);
}

function explainEndByResults({ before, after }: StepContext): Reason {
  if (before.reply?.handsOff === true)
    return because(RULES.handOff, sentence`another agent continues the conversation`);
  if (after.ending !== null) return because(RULES.ending, sentence`the session ends`);
  return because(RULES.background, sentence`a result interrupts the reply`);
}

function explainEndByWords(context: StepContext): Reason {
  const { before, now } = context;
  const { reply } = before;
  const words = quoteWords(context);
  if (reply === null) return because(RULES.waits, sentence`the words ${words} are answered instead`);
  if (isSuspended(reply))
    return because(RULES.interruption, sentence`the voice that cut the agent has words: ${words}`);
  if (isAudible(reply) && isAnswerAudible(reply)) return explainWordsOverSpeech(reply, now, words);
  return before.rounds.some(({ turn }) => turn === reply.turn)
    ? because(RULES.whileWorking, sentence`${words} is not a remark, and ends the reply with its functions`)
    : because(RULES.waits, sentence`${words} is not a remark, and nothing of the reply can be heard`);
}

/** Explains words that end audible speech without an interruption: they fall into a silence, or came late. */
function explainWordsOverSpeech({ sound }: Reply, now: number, words: string): Reason {
  const silentMs = 'lastSentAt' in sound ? now - sound.lastSentAt : 0;
  if (silentMs < LONG_SILENCE_MS)
    return because(RULES.waits, sentence`the words ${words} came in a silence of the agent, or before it spoke`);
  return because(
    RULES.waits,
    sentence`the words ${words} came ${seconds('silentMs', silentMs)} after the last sound was sent`,
  );
}

/** Quotes the words that end a reply, from the event or from what was pending. */
function quoteWords({ event, before, after }: StepContext): string {
  if ((event.kind === 'interim' || event.kind === 'final') && event.text.trim() !== '') return quote(event.text);
  const words = [...after.user.pending, ...before.user.pending].find((speech) => hasText(speech));
  return words === undefined ? 'something' : quote(textOf(words));
}
