import type { CallRow, CallsRequest, CallsResponse, Column } from '../../../studio/protocol.ts';
import { createHistograms } from './histograms.ts';
import { parseQuery, type SearchedCall } from './parseQuery.ts';

/** Selects, sorts and counts the calls that match a request. */
export function answerCalls(
  calls: readonly SearchedCall[],
  { query, sort, order, offset, limit }: CallsRequest,
): Omit<CallsResponse, 'total' | 'indexed'> {
  const { conditions, notUnderstood } = parseQuery(query);
  const matched = calls.filter((call) => conditions.every(({ holds }) => holds(call))).map(({ row }) => row);
  return {
    matched: matched.length,
    rows: matched.toSorted(compareBy(sort, order)).slice(offset, offset + limit),
    understood: conditions.map(({ words }) => words),
    notUnderstood,
    histograms: createHistograms(matched),
  };
}

/** Compares rows by a column. Rows without a value come last in both orders; equal rows are in the order of their ids. */
function compareBy(column: Column, order: CallsRequest['order']): (a: CallRow, b: CallRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const [one, other] = [a[column], b[column]];
    if (isMissing(one) !== isMissing(other)) return isMissing(one) ? 1 : -1;
    return sign * compare(one, other) || compare(a.id, b.id);
  };
}

function isMissing(value: CallRow[Column]): boolean {
  return value === null || value === '';
}

function compare(one: CallRow[Column], other: CallRow[Column]): number {
  if (one === other || one === null || other === null) return 0;
  return one < other ? -1 : 1;
}
