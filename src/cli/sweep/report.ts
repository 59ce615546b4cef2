import type { Axis } from '../../replay/sweep/grid.ts';
import type { Cell } from '../../replay/sweep/cells.ts';
import { plot } from '../plot.ts';
import { table } from '../table.ts';
import { seconds } from '../whatIf/wording.ts';

/** What a sweep has found: every cell in figures, the quickest first, and the trade as a plot. */
export function report(cells: readonly Cell[], axes: readonly Axis[], recordings: number, width: number): string {
  const sorted = cells.toSorted((a, b) => meanOf(a) - meanOf(b) || a.summary.cutOff - b.summary.cutOff);
  const turns = cells.find(({ isRecorded }) => isRecorded)?.summary.turns ?? 0;
  return [
    `${recordings} ${recordings === 1 ? 'recording' : 'recordings'}, ${turns} turns, ${cells.length} settings`,
    table(
      columnsOf(axes),
      sorted.map((cell) => rowOf(cell, axes)),
      width,
    ),
    trade(cells, Math.min(width, MOST_COLUMNS)),
    LEGEND,
  ].join('\n\n');
}

const MOST_COLUMNS = 100;
const LINES = 16;
const LEGEND = [
  '@ as recorded   o efficient: nothing waits less without cutting off more, or leaving more unanswered',
  '! leaves more unanswered than as recorded   · other settings',
].join('\n');

function meanOf({ summary }: Cell): number {
  return summary.waitMs?.mean ?? Number.POSITIVE_INFINITY;
}

function columnsOf(axes: readonly Axis[]): Parameters<typeof table>[0] {
  const figures = ['wait', '90 %', 'cut off', 'unanswered', 'interrupted', 'falsely'];
  return [
    { title: '' },
    ...axes.map(({ name }) => ({ title: name, align: 'right' as const })),
    ...figures.map((title) => ({ title, align: 'right' as const })),
  ];
}

function rowOf(cell: Cell, axes: readonly Axis[]): readonly string[] {
  const { changes, summary, isRecorded, isEfficient, leavesMore } = cell;
  return [
    `${isRecorded ? '@' : ' '}${isEfficient ? 'o' : ' '}${leavesMore ? '!' : ' '}`,
    ...axes.map(({ name }) => (name in changes ? String(changes[name]) : 'as recorded')),
    seconds(summary.waitMs?.mean),
    seconds(summary.waitMs?.p90),
    `${summary.cutOff} of ${summary.turns}`,
    String(summary.unanswered),
    String(summary.interruptions),
    String(summary.falseInterruptions),
  ];
}

/** The efficient over the others, what leaves more unanswered over those, the recorded one over all. */
function trade(cells: readonly Cell[], width: number): string {
  const points = cells
    .flatMap((cell) => {
      const { waitMs, cutOff } = cell.summary;
      return waitMs === null ? [] : [{ x: waitMs.mean / 1000, y: cutOff, sign: signOf(cell) }];
    })
    .toSorted((a, b) => RANK.indexOf(a.sign) - RANK.indexOf(b.sign));
  if (points.length === 0) return 'No turn was answered: there is nothing to plot.';
  return plot(points, { xTitle: 'mean wait, s', yTitle: 'turns cut off', width, height: LINES });
}

const RANK = ['·', 'o', '!', '@'];

function signOf({ isRecorded, isEfficient, leavesMore }: Cell): string {
  if (isRecorded) return '@';
  if (leavesMore) return '!';
  return isEfficient ? 'o' : '·';
}
