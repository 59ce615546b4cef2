import type { Recording } from '../record/format.ts';
import { timelines } from '../replay/whatIf/timelines.ts';
import { warningsOf } from '../replay/warnings.ts';
import type { Caveat } from '../replay/whatIf/caveats.ts';
import { describeStop, type WhatIfStop } from '../replay/whatIf/stop.ts';
import {
  whatIf,
  type WhatIf,
  type WhatIfOptions,
  type ComparedTurn,
  type VariantTurn,
} from '../replay/whatIf/whatIf.ts';
import type { Terminal } from './command.ts';
import { parseChanges } from './settings.ts';
import { formatSeconds } from './formatSeconds.ts';
import { formatTable, type Column } from './table.ts';
import { countWords } from '../core/text.ts';
import type { PlayedTurn } from '../replay/whatIf/outcome/turns.ts';
import type { Summary } from '../replay/whatIf/summary.ts';

/**
 * Runs `replay FILE --set name=value …`. Prints both runs turn by turn, in figures and as two timelines.
 *
 * @returns the exit code, 0
 * @throws (rejects with) AntiphonError as `whatIf` does
 */
export async function runWhatIf(
  recording: Recording,
  sets: readonly string[],
  terminal: Terminal,
  options: WhatIfOptions = {},
): Promise<number> {
  const result = await whatIf(recording, parseChanges(sets), options);
  for (const warning of [...warningsOf(recording, options), ...warnUnlike(result)]) terminal.err(`warning: ${warning}`);
  const report = [
    `What if ${sets.join(', ')}?`,
    formatTurns(result, terminal.columns),
    ...(result.stop === null ? [] : [formatStop(result.stop)]),
    formatFigures(result.figures),
    timelines(result),
  ];
  terminal.out(report.join('\n\n'));
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

function formatStop(stop: WhatIfStop): string {
  return `The run stops ${describeStop(stop)}.\nWhat the speech model would have answered from there on is unknown. The figures contain the turns before.`;
}

function warnUnlike({ differingTurns: turns }: WhatIf): readonly string[] {
  if (turns.length === 0) return [];
  return [`with its own settings, the run differs from the recording in the words of turn ${turns.join(', ')}`];
}

/** Creates rows of `turn, text, before, ≠, after`, and the legend of their caveats. */
function createRows({ rows }: WhatIf): {
  readonly rows: readonly string[][];
  readonly legend: readonly string[];
} {
  const used = new Set(rows.flatMap(({ after }) => after.flatMap(({ caveats }) => caveats)));
  return {
    rows: rows.flatMap(createRow),
    legend: CAVEATS.filter(([caveat]) => used.has(caveat)).map(([, sign, meaning]) => `${sign} ${meaning}`),
  };
}

/** Creates the rows of a turn. A turn that would have been split has a row for each part. */
function createRow(row: ComparedTurn): readonly string[][] {
  const before = row.before.map((turn) => formatTurn(turn)).join('; ') || '–';
  const [first, ...more] = row.after;
  const plain = first === undefined ? formatMissing(row) : formatTurn(first);
  const differs = more.length > 0 || plain !== before || first?.text !== row.before[0]?.text;
  const words = more.length > 0 && first !== undefined ? formatPart(first) : row.text;
  const after = first === undefined ? plain : formatTurn(first, first.caveats);
  return [
    [String(row.turn), words, before, differs ? '≠' : '', after],
    ...more.map((part) => ['', formatPart(part), '', '≠', formatTurn(part, part.caveats)]),
  ];
}

function formatPart({ text }: VariantTurn): string {
  return `· ${text}`;
}

function formatMissing({ joined }: ComparedTurn): string {
  return joined === null ? 'not heard' : `part of turn ${joined}`;
}

/** The signs and explanations of caveats, in the order of the legend. */
const CAVEATS: readonly (readonly [Caveat, string, string])[] = [
  ['asked otherwise', '*', 'the model was asked a different question; its recorded answer is used'],
  ['borrowed', '+', 'no answer to this turn was recorded; that of a neighbouring turn is used'],
  ['unanswered', '-', 'no usable answer was recorded; the answer is empty'],
  ['answered live', '!', 'the recording has no answer to this turn; the agent of --agent gave it'],
  ['broke off', '~', 'the recorded answer was cut; its continuation is unknown'],
  ['stopped', '|', 'the run stops in this turn'],
];

/** Formats a turn: the user's wait and any problems. */
function formatTurn({ waitMs, cutOff, reply, heard }: PlayedTurn, caveats: readonly Caveat[] = []): string {
  const signs = CAVEATS.filter(([caveat]) => caveats.includes(caveat)).map(([, sign]) => sign);
  return [formatSeconds(waitMs), ...(cutOff ? ['cut off'] : []), ...formatEnd(reply, heard), ...signs].join(' ');
}

function formatEnd(reply: PlayedTurn['reply'], heard: string): readonly string[] {
  if (reply === 'complete') return [];
  if (reply === null) return ['unfinished'];
  const words = countWords(heard);
  return reply === 'interrupted' ? [`interrupted after ${words} ${words === 1 ? 'word' : 'words'}`] : [reply];
}

/** Formats both runs in figures, side by side. */
function formatFigures({ before, after }: WhatIf['figures']): string {
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
      line('of which false', ({ falseInterruptions }) => String(falseInterruptions)),
      line('replies failed', ({ failed }) => String(failed)),
    ],
  );
}
