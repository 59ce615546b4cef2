import { formatTable, type Column } from '../table.ts';
import type { OperatingPoints } from './eotBench.ts';

const COLUMNS: readonly Column[] = [
  { title: '' },
  { title: 'cut off at 300 ms', align: 'right' },
  { title: 'at 600 ms', align: 'right' },
  { title: 'wait at 5 %', align: 'right' },
  { title: 'at 10 %', align: 'right' },
];

/** Formats the results of models at the operating points of eot-bench. */
export function formatOperatingPoints(points: readonly OperatingPoints[], width?: number): string {
  const rows = points.map(({ title, cutOffsAt300, cutOffsAt600, waitAt5, waitAt10 }) => [
    title,
    ...[cutOffsAt300, cutOffsAt600].map(formatShare),
    ...[waitAt5, waitAt10].map(formatWait),
  ]);
  return formatTable(COLUMNS, rows, width);
}

export function formatShare(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)} %`;
}

export function formatWait(ms: number | undefined): string {
  return ms === undefined ? '–' : `${ms.toFixed(0)} ms`;
}
