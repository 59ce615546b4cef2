import { escapePattern } from '../../../core/escapePattern.ts';
import type { Column } from '../../protocol.ts';

/** A numeric column as it is written in a query. */
interface Written {
  readonly name: string;
  /** Its other names in a query. */
  readonly also?: readonly string[];
  /** Writes a value of the column so that a query can hold it. */
  readonly write: (value: number) => string;
}

const seconds = (ms: number): string => `${trim(ms / 1000, 2)} s`;
const count = (value: number): string => trim(value, 0);

const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`;

const WRITTEN: Readonly<Partial<Record<Column, Written>>> = {
  recordedAt: { name: 'when', also: ['date'], write: minute },
  lengthMs: { name: 'length', also: ['duration'], write: seconds },
  turns: { name: 'turns', write: count },
  waitP50Ms: { name: 'wait p50', also: ['p50', 'wait'], write: seconds },
  waitP95Ms: { name: 'wait p95', also: ['p95'], write: seconds },
  interruptions: { name: 'interruptions', write: count },
  cutOffs: { name: 'cut offs', also: ['cutoffs'], write: count },
  failures: { name: 'failures', write: count },
  cost: { name: 'cost', write: (value) => trim(value, 4) },
};

/** Adds a range of a column to a query, in place of an earlier one of that column. */
export function addRange(query: string, column: Column, from: number, to: number): string {
  const written = WRITTEN[column];
  if (written === undefined) return query;
  const rest = removeConditions(query, [written.name, ...(written.also ?? [])]);
  const range = `${written.name} >= ${written.write(from)}  ${written.name} <= ${written.write(to)}`;
  return rest === '' ? range : `${rest}  ${range}`;
}

/** The units of times in a query. */
const UNITS = ['ms', 's', 'sec', 'seconds', 'min', 'minutes', 'h', 'hours'];

function removeConditions(query: string, names: readonly string[]): string {
  const pattern = new RegExp(
    String.raw`(?:^|\s)(?:${names.map(escapePattern).join('|')})\s*(?:>=|<=|[<>=≥≤])\s*[\d.:TZ-]+(?:\s*(?:${UNITS.map(escapePattern).join('|')})\b)?`,
    'giu',
  );
  return query
    .replace(pattern, ' ')
    .replaceAll(/\s{3,}/gu, '  ')
    .trim();
}

function trim(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

/** Returns the values of a range of bins: the lower end of its first bin and the upper end of its last. */
export function rangeOfBins(
  histogram: { readonly from: number; readonly to: number; readonly counts: readonly number[] },
  one: number,
  other: number,
): readonly [from: number, to: number] {
  const { from, to, counts } = histogram;
  const width = (to - from) / Math.max(1, counts.length);
  const limit = (bin: number): number => Math.min(Math.max(bin, 0), counts.length - 1);
  const [first, last] = [limit(Math.min(one, other)), limit(Math.max(one, other))];
  return [from + first * width, from + (last + 1) * width];
}
