import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visibleRows } from '../../logic/visibleRows.ts';
import { callsStore } from '../../state/callsStore.ts';
import { CallRowView } from './CallRowView.tsx';
import { COLUMNS } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { openCall, ROW_PX } from './openCall.ts';

/** Height of the head of the table, in px. */
const HEAD_PX = 60;

/** The table of calls, of which only the visible rows are in the page. */
export function CallsTable({ matched }: { readonly matched: number }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useMemo(() => signal({ top: 0, height: 0 }), []);
  useEffect(() => (scroller.current === null ? undefined : watchScroll(scroller.current, view)), []);
  useEffect(() => focusUnlessElsewhere(scroller.current), []);
  const { from, to } = visibleRows(view.value.top, view.value.height - HEAD_PX, ROW_PX, matched);
  useEffect(() => callsStore.need(from, Math.max(from, to - 1)), [from, to, callsStore.summary.value]);
  const active = Math.min(callsStore.active.value, matched - 1);
  return (
    <div
      ref={scroller}
      class="table"
      role="grid"
      aria-label="Calls"
      aria-multiselectable="true"
      aria-rowcount={matched + 1}
      aria-colcount={COLUMNS.length + 1}
      aria-activedescendant={active >= from && active < to ? `row-${active}` : undefined}
      tabIndex={0}
      onKeyDown={(event) => press(event, matched, scroller.current)}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        <span class="cell check" role="columnheader">
          <span class="visually-hidden">Selected</span>
        </span>
        {COLUMNS.map((column) => (
          <HeaderCell key={column.column} column={column} />
        ))}
      </div>
      <Rows from={from} to={to} matched={matched} active={active} />
    </div>
  );
}

interface RowsProps {
  readonly from: number;
  readonly to: number;
  readonly matched: number;
  readonly active: number;
}

function Rows({ from, to, matched, active }: RowsProps): JSX.Element {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  return (
    <div class="table-body" role="rowgroup" style={{ height: `${matched * ROW_PX}px` }}>
      {rows.map((index) => (
        <CallRowView
          key={index}
          index={index}
          row={callsStore.rowAt(index)}
          isActive={index === active}
          isSelected={callsStore.selected.value.has(callsStore.rowAt(index)?.id ?? '')}
        />
      ))}
    </div>
  );
}

/** Gives the table the focus, so that its keys work at once, unless something else has it. */
function focusUnlessElsewhere(table: HTMLElement | null): void {
  if (document.activeElement === document.body) table?.focus({ preventScroll: true });
}

function watchScroll(scroller: HTMLElement, view: { value: { top: number; height: number } }): () => void {
  const read = (): void => {
    view.value = { top: scroller.scrollTop, height: scroller.clientHeight };
  };
  const observer = new ResizeObserver(read);
  observer.observe(scroller);
  scroller.addEventListener('scroll', read, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener('scroll', read);
  };
}

function press(event: KeyboardEvent, matched: number, scroller: HTMLElement | null): void {
  if (event.target !== scroller || scroller === null) return;
  const { active } = callsStore;
  const perPage = Math.max(1, Math.floor((scroller.clientHeight - HEAD_PX) / ROW_PX) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active.value + 1,
    ArrowUp: active.value - 1,
    PageDown: active.value + perPage,
    PageUp: active.value - perPage,
    Home: 0,
    End: matched - 1,
  };
  const row = callsStore.rowAt(active.value);
  const next = moves[event.key];
  if (next !== undefined) {
    active.value = Math.min(Math.max(next, 0), matched - 1);
    scrollTo(scroller, active.value);
  } else if (event.key === 'Enter' && row !== undefined) openCall(row.id, row.fault !== null);
  else if (event.key === ' ' && row !== undefined) callsStore.toggle(row.id);
  else return;
  event.preventDefault();
}

function scrollTo(scroller: HTMLElement, index: number): void {
  const [top, bottom] = [index * ROW_PX, (index + 1) * ROW_PX];
  const room = scroller.clientHeight - HEAD_PX;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + room) scroller.scrollTop = bottom - room;
}
