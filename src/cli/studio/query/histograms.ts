import type { CallRow, CallsResponse, Histogram } from '../../../studio/protocol.ts';
import { QUERY_COLUMNS, readNumber } from './columns.ts';

const MAX_BINS = 24;

/** Counts the values of each numeric column. A column without a value has no histogram. */
export function createHistograms(rows: readonly CallRow[]): CallsResponse['histograms'] {
  const whole = rows.filter(({ fault }) => fault === null);
  return Object.fromEntries(
    QUERY_COLUMNS.filter(({ unit }) => unit !== 'text').flatMap(({ column, unit }) => {
      const values = whole.flatMap((row) => readNumber(row, column) ?? []);
      return values.length === 0 ? [] : [[column, createHistogram(values, unit === 'count')]];
    }),
  );
}

/** Counts values in bins of equal width. Whole numbers have bins of whole numbers. */
function createHistogram(values: readonly number[], isWhole: boolean): Histogram {
  const [lowest, highest] = findRange(values);
  const width = isWhole ? Math.ceil((highest - lowest + 1) / MAX_BINS) : (highest - lowest) / MAX_BINS;
  if (width === 0) return { from: lowest, to: highest, counts: [values.length] };
  const bins = isWhole ? Math.ceil((highest - lowest + 1) / width) : MAX_BINS;
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - lowest) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { from: lowest, to: lowest + bins * width, counts };
}

function findRange(values: readonly number[]): readonly [number, number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return [lowest, highest];
}
