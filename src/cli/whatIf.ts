import type { Recording } from '../record/format.ts';
import type { CustomParts } from '../replay/customParts.ts';
import { timelines } from '../replay/whatIf/timelines.ts';
import { warningsOf } from '../replay/warnings.ts';
import { whatIf } from '../replay/whatIf/whatIf.ts';
import type { WhatIf } from '../replay/whatIf/whatIf.ts';
import type { Terminal } from './command.ts';
import { parseChanges } from './settings.ts';
import { formatTable } from './table.ts';
import type { Column } from './table.ts';
import { formatFigures } from './whatIf/figures.ts';
import { createRows } from './whatIf/rows.ts';

/**
 * `replay FILE --set name=value …`: tells what would have been different, turn by turn, in figures and as two timelines.
 *
 * @returns the exit code, 0
 * @throws (rejects with) AntiphonError `usage_invalid` for a setting that cannot be changed, or not to that value
 */
export async function runWhatIf(
  recording: Recording,
  sets: readonly string[],
  terminal: Terminal,
  own: CustomParts = {},
): Promise<number> {
  const result = await whatIf(recording, parseChanges(sets), own);
  for (const warning of [...warningsOf(recording, own), ...warnUnlike(result)]) terminal.err(`warning: ${warning}`);
  const told = [
    `What if ${sets.join(', ')}?`,
    formatTurns(result, terminal.columns),
    formatFigures(result.figures),
    timelines(result),
  ];
  terminal.out(told.join('\n\n'));
  return 0;
}

const COLUMNS: readonly Column[] = [
  { title: 'turn', align: 'right' },
  { title: 'what was said', elastic: true },
  { title: 'before' },
  { title: '' },
  { title: 'after' },
];

function formatTurns(result: WhatIf, width: number): string {
  const { rows, legend } = createRows(result);
  return [formatTable(COLUMNS, rows, width), ...legend].join('\n');
}

function warnUnlike({ unlike: turns }: WhatIf): readonly string[] {
  if (turns.length === 0) return [];
  return [`with its own settings the recording does not come back word by word in turn ${turns.join(', ')}`];
}
