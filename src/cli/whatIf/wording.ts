import { countWords } from '../../core/text.ts';
import type { Caveat } from '../../replay/whatIf/caveats.ts';
import type { Turn } from '../../replay/whatIf/outcome/turns.ts';

/** What a mark says below the table, in the order in which they are explained. */
export const MARKS: readonly (readonly [Caveat, string, string])[] = [
  ['asked otherwise', '*', 'the model was asked something else; its recorded answer is used'],
  ['borrowed', '+', 'no answer of this turn was recorded; that of a neighbour is used'],
  ['unanswered', '-', 'no answer was recorded that could be used; it is empty'],
  ['broke off', '~', 'the recorded answer was cut; what would have followed is not known'],
];

/** `0.63 s`; a dash for what was never heard. */
export function formatSeconds(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '–' : `${(ms / 1000).toFixed(2)} s`;
}

/** What came of a turn: how long the user waited, and what was not as it should be. */
export function formatTurn({ waitMs, cutOff, reply, heard }: Turn, marks: readonly Caveat[] = []): string {
  const signs = MARKS.filter(([mark]) => marks.includes(mark)).map(([, sign]) => sign);
  return [formatSeconds(waitMs), ...(cutOff ? ['cut off'] : []), ...formatEnd(reply, heard), ...signs].join(' ');
}

function formatEnd(reply: Turn['reply'], heard: string): readonly string[] {
  if (reply === 'complete') return [];
  if (reply === null) return ['unfinished'];
  const words = countWords(heard);
  return reply === 'interrupted' ? [`interrupted after ${words} ${words === 1 ? 'word' : 'words'}`] : [reply];
}
