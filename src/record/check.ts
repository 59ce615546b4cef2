import { crc32 } from 'node:zlib';
import type { Check, Line } from './format.ts';

/** Number of lines between two checks. */
const LINES_PER_CHECK = 64;

/** The check before the first line is written. */
export const EMPTY_CHECK: Check = { lines: 0, sum: '0' };

/** Counts a line and adds its time and stream to the sum. The sum omits its values, because they may be edited. */
export function addLine({ lines, sum }: Check, line: Line): Check {
  return { lines: lines + 1, sum: formatSum(addToSum(Number.parseInt(sum, 16), line)) };
}

/** Adds a line's time and stream to a sum. */
export function addToSum(sum: number, line: Line): number {
  const name = 'in' in line ? `in ${line.in}` : 'out' in line ? `out ${line.out}` : 'dropped';
  return crc32(`${line.t} ${name}\n`, sum);
}

/** Formats a sum as it is written. */
export function formatSum(sum: number): string {
  return sum.toString(16);
}

/** Returns whether a line needs a check. */
export function needsCheck({ lines }: Check, line: Line): boolean {
  return lines % LINES_PER_CHECK === 0 || ('out' in line && line.out === 'ended');
}

/** Compares a line's check with the lines found before it. Returns null if none is missing. */
export function findCheckFault(
  written: Check,
  found: Check,
): { readonly expected: string; readonly got: string } | null {
  if (written.lines === found.lines && written.sum === found.sum) return null;
  const expected = `${written.lines} lines from the head to here, as they were written`;
  const missing = written.lines - found.lines;
  if (missing > 0) return { expected, got: `${found.lines}: ${formatCount(missing)} missing` };
  if (missing < 0) return { expected, got: `${found.lines}: ${formatCount(-missing)} too many` };
  return { expected, got: 'other lines: they are out of order, or some were replaced' };
}

function formatCount(lines: number): string {
  return lines === 1 ? 'one is' : `${lines} are`;
}
