import type { Axis } from '../../replay/sweep/grid.ts';
import type { Cell } from '../../replay/sweep/cells.ts';
import { drawPlot } from '../plot.ts';
import { formatSeconds } from '../formatSeconds.ts';
import { formatTable } from '../table.ts';
import { assignLetters, sortCells } from './labels.ts';

/** Formats the results of a sweep: a table of the cells, quickest first, and a plot. */
export function formatReport(cells: readonly Cell[], axes: readonly Axis[], recordings: number, width: number): string {
  const named = assignLetters(cells);
  const turns = cells.find(({ isRecorded }) => isRecorded)?.summary.turns ?? 0;
  return [
    `${recordings} ${recordings === 1 ? 'recording' : 'recordings'}, ${turns} turns, ${cells.length} settings`,
    formatTable(
      columnsOf(axes),
      sortCells(cells).map((cell) => rowOf(cell, axes, named)),
      width,
    ),
    drawTrade(cells, named, Math.min(width, MOST_COLUMNS)),
    LEGEND,
  ].join('\n\n');
}

const MOST_COLUMNS = 100;
const LINES = 16;
const LEGEND = [
  '@ as recorded   a b c efficient: no setting waits less without cutting off more turns or leaving more unanswered',
  '! leaves more unanswered than as recorded   · other settings',
  'In the plot, settings at the same place are drawn side by side.',
].join('\n');

function columnsOf(axes: readonly Axis[]): Parameters<typeof formatTable>[0] {
  const figures = ['wait', '90 %', 'cut off', 'unanswered', 'interrupted', 'falsely'];
  return [
    { title: '' },
    ...axes.map(({ name }) => ({ title: name, align: 'right' as const })),
    ...figures.map((title) => ({ title, align: 'right' as const })),
  ];
}

function rowOf(cell: Cell, axes: readonly Axis[], named: ReadonlyMap<Cell, string>): readonly string[] {
  const { changes, summary, isRecorded, leavesMoreUnanswered } = cell;
  return [
    `${isRecorded ? '@' : ' '}${named.get(cell) ?? ' '}${leavesMoreUnanswered ? '!' : ' '}`,
    ...axes.map(({ name }) => (name in changes ? String(changes[name]) : 'as recorded')),
    formatSeconds(summary.waitMs?.mean),
    formatSeconds(summary.waitMs?.p90),
    `${summary.cutOff} of ${summary.turns}`,
    String(summary.unanswered),
    String(summary.interruptions),
    String(summary.falseInterruptions),
  ];
}

/**
 * Plots the cells. The recorded cell keeps its place first, then cells that leave more turns unanswered, then efficient
 * cells.
 */
function drawTrade(cells: readonly Cell[], named: ReadonlyMap<Cell, string>, width: number): string {
  const points = cells
    .flatMap((cell) => {
      const { waitMs, cutOff } = cell.summary;
      return waitMs === null ? [] : [{ cell, x: waitMs.mean / 1000, y: cutOff, sign: signOf(cell, named) }];
    })
    .toSorted((a, b) => rankOf(a.cell) - rankOf(b.cell));
  if (points.length === 0) return 'No turn was answered: there is nothing to plot.';
  return drawPlot(points, { xTitle: 'mean wait, s', yTitle: 'turns cut off', width, height: LINES });
}

function rankOf({ isRecorded, leavesMoreUnanswered, isEfficient }: Cell): number {
  return [isRecorded, leavesMoreUnanswered, isEfficient, true].indexOf(true);
}

function signOf(cell: Cell, named: ReadonlyMap<Cell, string>): string {
  if (cell.isRecorded) return '@';
  return cell.leavesMoreUnanswered ? '!' : (named.get(cell) ?? '·');
}
