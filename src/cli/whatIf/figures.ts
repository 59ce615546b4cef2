import type { Summary } from '../../replay/whatIf/summary.ts';
import type { WhatIf } from '../../replay/whatIf/whatIf.ts';
import { formatTable } from '../table.ts';
import { formatSeconds } from './wording.ts';

/** Both runs in figures, side by side. */
export function formatFigures({ before, after }: WhatIf['figures']): string {
  const line = (title: string, of: (summary: Summary) => string): readonly string[] => {
    const values = [of(before), of(after)];
    return [title, ...values, values[0] === values[1] ? '' : '≠'];
  };
  return formatTable(
    [{ title: '' }, { title: 'before', align: 'right' }, { title: 'after', align: 'right' }, { title: '' }],
    [
      line('wait, mean', ({ waitMs }) => formatSeconds(waitMs?.mean)),
      line('wait, median', ({ waitMs }) => formatSeconds(waitMs?.median)),
      line('wait, 90 %', ({ waitMs }) => formatSeconds(waitMs?.p90)),
      line('turns', ({ turns }) => String(turns)),
      line('turns unanswered', ({ unanswered }) => String(unanswered)),
      line('turns cut off', ({ cutOff }) => String(cutOff)),
      line('interruptions', ({ interruptions }) => String(interruptions)),
      line('of them false', ({ falseInterruptions }) => String(falseInterruptions)),
      line('replies failed', ({ failed }) => String(failed)),
    ],
  );
}
