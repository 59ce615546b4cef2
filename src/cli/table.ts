import { createTextSegmenter } from '../core/textSegmenter.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Alignment of the cells. Figures are aligned to the right. @default 'left' */
  readonly align?: 'left' | 'right' | undefined;
  /** True for the column that shrinks if the table is too wide. Its cells are truncated with an ellipsis. */
  readonly elastic?: true | undefined;
}

/** Formats rows below their titles, at most `width` characters wide as far as the elastic columns allow. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number = Number.POSITIVE_INFINITY,
): string {
  const cells = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, n) => Math.max(...cells.map((row) => lettersOf(row[n] ?? '').length)));
  const fitted = fit(columns, widths, width);
  const formatRow = (row: readonly string[]): string =>
    columns
      .map((column, n) => pad(row[n] ?? '', fitted[n] ?? 0, column))
      .join(GAP)
      .trimEnd();
  return cells.map(formatRow).join('\n');
}

const GAP = '  ';
/** Minimum width of an elastic column, in characters. */
const NARROWEST = 12;

function fit(columns: readonly Column[], widths: readonly number[], width: number): readonly number[] {
  const total = widths.reduce((sum, one) => sum + one, GAP.length * (columns.length - 1));
  const elastic = columns.filter((column) => column.elastic).length;
  const surplus = Math.max(0, total - width);
  return widths.map((one, n) =>
    columns[n]?.elastic ? Math.max(Math.min(one, NARROWEST), one - Math.ceil(surplus / elastic)) : one,
  );
}

function pad(text: string, width: number, { align = 'left' }: Column): string {
  const letters = lettersOf(text);
  const cut = letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text;
  const space = ' '.repeat(Math.max(0, width - letters.length));
  return align === 'right' ? space + cut : cut + space;
}

/** Splits a text into graphemes. */
function lettersOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = createTextSegmenter('grapheme');
