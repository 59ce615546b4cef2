import type { Cell } from '../../replay/sweep/cells.ts';
import type { Axis } from '../../replay/sweep/grid.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The sign for cells beyond the alphabet. */
const NO_LETTER = 'o';

/** Sorts cells, quickest first. */
export function sortCells(cells: readonly Cell[]): readonly Cell[] {
  return cells.toSorted((a, b) => meanOf(a) - meanOf(b) || a.summary.cutOff - b.summary.cutOff);
}

/** Assigns a letter to each efficient cell, quickest first. */
export function assignLetters(cells: readonly Cell[]): ReadonlyMap<Cell, string> {
  const efficient = sortCells(cells).filter(({ isEfficient }) => isEfficient);
  return new Map(efficient.map((cell, n) => [cell, LETTERS[n] ?? NO_LETTER]));
}

/** Formats the settings of a cell: `min_endpointing_delay 0.2, allow_interruptions true`. */
export function formatSettings({ changes }: Cell, axes: readonly Axis[]): string {
  return axes.map(({ name }) => `${name} ${name in changes ? String(changes[name]) : 'as recorded'}`).join(', ');
}

function meanOf({ summary }: Cell): number {
  return summary.waitMs?.mean ?? Number.POSITIVE_INFINITY;
}
