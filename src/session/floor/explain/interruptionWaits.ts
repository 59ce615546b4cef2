import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { count, numbered, quote, sentence } from '../../../core/sentence.ts';
import { isBackchannel } from '../backchannels.ts';
import { WORDLESS_CUTS } from '../cut.ts';
import { hasText, textOf } from '../pending.ts';
import type { Floor } from '../state.ts';
import { isOverlapping, type SpokenSegment } from '../user.ts';
import { because } from './context.ts';

/** Finds the latest speech over the agent; undefined: there is none. */
export function findOverAgent({ user }: Floor): SpokenSegment | undefined {
  return user.pending.findLast((speech): speech is SpokenSegment => speech.kind === 'spoken' && isOverlapping(speech));
}

/**
 * Explains why speech over the agent does not interrupt, although the interruption stage has asked for it. Null if there
 * is nothing against it.
 */
export function explainIgnored(floor: Floor, spoken: SpokenSegment): Reason | null {
  const { reply } = floor;
  if (hasText(spoken) && isBackchannel(floor, spoken)) {
    const text = quote(textOf(spoken));
    return because(RULES.backchannels, sentence`not interrupted: ${text} is a backchannel`);
  }
  if (!hasText(spoken) && reply !== null && reply.wordlessCuts >= WORDLESS_CUTS)
    return because(
      RULES.wordless,
      sentence`not interrupted: the reply was cut ${count('cuts', reply.wordlessCuts, 'time')} without words, and needs words now`,
    );
  if (!hasText(spoken) && spoken.voice?.inSilence === true)
    return because(
      RULES.waits,
      sentence`not interrupted: ${numbered('segment', spoken.segment)} fell into a silence of the agent, which only words end`,
    );
  return null;
}
