import { drawPlot, type Point } from '../plot.ts';
import { formatTable, type Column } from '../table.ts';
import { findOperatingPoints } from './eotBench.ts';
import { formatOperatingPoints, formatShare, formatWait } from './operatingTable.ts';
import { selectFrontier, type TradeOff } from './policies.ts';

/** The policies of one model, or of silence without a model. */
export interface ModelResult {
  readonly title: string;
  readonly tradeOffs: readonly TradeOff[];
}

/** Counts of the evaluated data. */
export interface Counts {
  readonly files: number;
  readonly ends: number;
  readonly pauses: number;
  /** The result of the sessions as recorded. Undefined if a file is not a recording. */
  readonly recorded?: TradeOff | undefined;
}

const MOST_COLUMNS = 100;
const LINES = 16;
/** Maximum number of rows in a model's table. */
const MOST_ROWS = 12;

/** Formats the operating points of all models, the best policies of each, and the plot. */
export function formatTurns(
  results: readonly ModelResult[],
  { files, ends, pauses, recorded }: Counts,
  width: number,
): string {
  const points = results.map(({ title, tradeOffs }) => findOperatingPoints(title, tradeOffs));
  return [
    `${count(files, 'file')}, ${count(ends, 'turn')}, ${count(pauses, 'pause')} within turns`,
    ...(recorded === undefined ? [] : [formatRecorded(recorded)]),
    formatOperatingPoints(points, width),
    ...results.map((result) => formatPolicies(result, width)),
    drawTurns(results, Math.min(width, MOST_COLUMNS)),
    results.map(({ title }, n) => `${signOf(n)} ${title}`).join('   '),
  ].join('\n\n');
}

function formatRecorded({ cutOffs, waits: { mean, median, p95 } }: TradeOff): string {
  const waits = `wait ${formatWait(mean)} on average, median ${formatWait(median)}, p95 ${formatWait(p95)}`;
  return `as recorded: ${formatShare(cutOffs)} cut off, ${waits}`;
}

const COLUMNS: readonly Column[] = [
  { title: '' },
  ...['threshold', 'min_delay', 'max_delay', 'cut off', 'wait, mean', 'median', 'p95', 'missed'].map((title) => ({
    title,
    align: 'right' as const,
  })),
];

function formatPolicies({ title, tradeOffs }: ModelResult, width: number): string {
  const rows = thin(selectFrontier(tradeOffs)).map(
    ({ threshold, minDelayMs, maxDelayMs, cutOffs, waits, missed }, n) => [
      n === 0 ? title : '',
      threshold === undefined ? '' : threshold.toFixed(2),
      seconds(minDelayMs),
      threshold === undefined ? '' : seconds(maxDelayMs),
      formatShare(cutOffs),
      ...[waits.mean, waits.median, waits.p95].map(formatWait),
      formatShare(missed),
    ],
  );
  return formatTable(COLUMNS, rows, width);
}

/** Keeps the first and the last, and evenly spaced items between them. */
function thin<T>(all: readonly T[]): readonly T[] {
  const step = Math.max(1, (all.length - 1) / (MOST_ROWS - 1));
  const kept = new Set(Array.from({ length: MOST_ROWS }, (_, n) => Math.round(n * step)));
  return all.filter((_, n) => kept.has(n));
}

function drawTurns(results: readonly ModelResult[], width: number): string {
  const points = results.flatMap(({ tradeOffs }, n) =>
    selectFrontier(tradeOffs).map(
      ({ waits, cutOffs }): Point => ({ x: waits.mean / 1000, y: 100 * cutOffs, sign: signOf(n) }),
    ),
  );
  return drawPlot(points, { xTitle: 'mean wait, s', yTitle: 'pauses cut off, %', width, height: LINES });
}

function signOf(n: number): string {
  return String.fromCodePoint('a'.charCodeAt(0) + n);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

function seconds(ms: number): string {
  return String(ms / 1000);
}
