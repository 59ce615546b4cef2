import { METRIC_PARTS } from '../../core/metric.ts';
import { summarizeWaits, type WaitFigures } from '../../testing/score/waits.ts';
import { formatTable, type Column } from '../table.ts';
import type { FileResult, TestResult } from './results.ts';
import { RULES } from './rules.ts';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

export function countTests(files: readonly FileResult[]): Totals {
  const tests = files.flatMap((file) => file.tests);
  const failed = tests.filter(({ failure }) => failure !== null).length;
  return { passed: tests.length - failed, failed };
}

/** Formats the failures, the waits, and the turn-taking rules that the conversations demonstrate. */
export function formatTests(files: readonly FileResult[], width: number): string {
  const { passed, failed } = countTests(files);
  const failures = files.flatMap(({ file, tests }) => tests.flatMap((test) => formatFailure(file, test)));
  return [...failures, ...formatWaits(files), formatRules(files, width), `${passed} passed, ${failed} failed`].join(
    '\n\n',
  );
}

function formatFailure(file: string, { name, failure }: TestResult): readonly string[] {
  return failure === null ? [] : [`FAILED ${file}: ${name}\n${failure}`];
}

const WAITS: readonly Column[] = [
  { title: 'wait' },
  { title: 'p50', align: 'right' },
  { title: 'p95', align: 'right' },
];

/** Formats the total wait and the parts that take time. */
function formatWaits(files: readonly FileResult[]): readonly string[] {
  const waits = summarizeWaits(files.flatMap(({ tests }) => tests.flatMap(({ metrics }) => metrics)));
  if (waits === null) return [];
  const row = (name: string, { p50, p95 }: WaitFigures): readonly string[] => [name, `${p50} ms`, `${p95} ms`];
  const parts = METRIC_PARTS.filter((part) => waits.parts[part].p95 > 0);
  const rows = [
    row(`all of it (${waits.answers})`, waits.wait),
    ...parts.map((part) => row(`  ${part}`, waits.parts[part])),
  ];
  return [formatTable(WAITS, rows)];
}

const COLUMNS: readonly Column[] = [
  { title: 'rule of turn-taking', elastic: true },
  { title: 'conversations', align: 'right' },
  { title: 'docs/turn-taking.md' },
];

function formatRules(files: readonly FileResult[], width: number): string {
  const counts = countRules(files);
  const rows = RULES.map(({ title, section }, n) => [title, String(counts[n] || '-'), `#${section}`]);
  const shown = counts.filter((count) => count > 0).length;
  return `${formatTable(COLUMNS, rows, width)}\n\n${shown} of ${RULES.length} rules were exercised`;
}

/** Counts, for each rule, the conversations that demonstrate it. */
export function countRules(files: readonly FileResult[]): readonly number[] {
  const shown = files.flatMap(({ tests }) => tests.flatMap(({ rules }) => rules));
  return RULES.map((_, n) => shown.filter((one) => one === n).length);
}
