import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { numbered, quote, seconds, sentence } from '../../../core/sentence.ts';
import { joinText } from '../../../core/text.ts';
import { hasWords } from '../backchannels.ts';
import { UNINTERRUPTIBLE_WAIT_MS } from '../derive.ts';
import { effectOfWords } from '../impatience.ts';
import { isDone } from '../commit.ts';
import { hasText, textOf } from '../pending.ts';
import { isCutting } from '../replyState.ts';
import type { Floor } from '../state.ts';
import {
  isEndpointed,
  isLive,
  isOverlapping,
  isReady,
  isSpeaking,
  waitEndOf,
  type PendingSpeech,
  type SpokenSegment,
} from '../user.ts';
import { because } from './context.ts';

/**
 * Explains why the words of the user are not committed yet. Null if none await their commit. `endpointing`: what the
 * endpointing stage waits for; null: nothing, or unknown.
 */
export function explainUncommitted(floor: Floor, endpointing: Reason | null): Reason | null {
  const { reply, user, ending } = floor;
  const live = user.pending.filter(isLive);
  if (live.length === 0 || ending !== null) return null;
  if (isCutting(reply))
    return because(RULES.interruption, sentence`waits: the client has not reported yet what it played`);
  return explainUnknown(floor, live, endpointing) ?? explainUndue(floor, live);
}

/** Explains a turn that is not over, or whose words are not known. */
function explainUnknown(floor: Floor, live: readonly PendingSpeech[], endpointing: Reason | null): Reason | null {
  const speaking = live.find((speech): speech is SpokenSegment => isSpeaking(speech) && !isEndpointed(speech));
  const undone = floor.user.pending.find(
    (speech): speech is SpokenSegment => speech.kind === 'spoken' && !isOverlapping(speech) && !isDone(speech),
  );
  const awaited = live.some((speech) => !isEndpointed(speech));
  if (speaking === undefined && undone === undefined && !awaited) return null;
  if (endpointing !== null) return endpointing;
  if (speaking !== undefined)
    return because(RULES.turn, sentence`waits: ${numbered('segment', speaking.segment)} is still open`);
  if (undone !== undefined && !isReady(undone))
    return because(RULES.turn, sentence`waits: ${numbered('segment', undone.segment)} has no final yet`);
  return because(RULES.turn, sentence`waits: the end of the turn has not been found yet`);
}

/** Explains a turn that is over but not due. */
function explainUndue(floor: Floor, live: readonly PendingSpeech[]): Reason | null {
  const { user, now, rounds, commitDueAt } = floor;
  const waitEnd = waitEndOf(user);
  if (waitEnd !== null && waitEnd > now)
    return because(RULES.remarks, sentence`waits: the user may go on (${seconds('leftMs', waitEnd - now)} left)`);
  if (!live.some((speech) => hasWords(floor, speech))) return explainWordless(live);
  if (rounds.length > 0 && commitDueAt !== null) {
    const left = seconds('leftMs', Math.max(0, commitDueAt + UNINTERRUPTIBLE_WAIT_MS - now));
    return because(RULES.functions, sentence`waits: a function cannot be interrupted (${left} left)`);
  }
  const text = joinText(...live.map(textOf));
  const effect = effectOfWords(floor);
  return effect === 'wait' || effect === 'open'
    ? because(RULES.whileWorking, sentence`waits: ${quote(text)} does not end what the agent is working on`)
    : null;
}

function explainWordless(live: readonly PendingSpeech[]): Reason {
  const text = joinText(...live.map(textOf));
  return live.some(hasText)
    ? because(RULES.backchannels, sentence`no turn: ${quote(text)} is a backchannel`)
    : because(RULES.turn, sentence`no turn: the speech has no words`);
}
