import type { JSX } from 'preact';
import { Icon } from '../../parts/Icon.tsx';
import { callsStore } from '../../state/callsStore.ts';
import type { TableColumn } from './columns.ts';
import { HistogramView } from './HistogramView.tsx';

/** The head of a column: its histogram, and a button that sorts by it. */
export function HeaderCell({
  column: { column, label, title, isNumber },
}: {
  readonly column: TableColumn;
}): JSX.Element {
  const { column: sorted, order } = callsStore.sorting.value;
  const histogram = callsStore.summary.value?.histograms[column];
  const isSorted = sorted === column;
  return (
    <div
      class={`cell c-${column}${isNumber ? ' number' : ''}`}
      role="columnheader"
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      {histogram !== undefined && <HistogramView column={column} histogram={histogram} />}
      <button type="button" class="sort" title={title} onClick={() => callsStore.sortBy(column)}>
        {label}
        {isSorted && <Icon name={order === 'asc' ? 'up' : 'descending'} />}
      </button>
    </div>
  );
}
