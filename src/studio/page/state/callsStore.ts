import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { CallRow, CallsResponse, Column } from '../../protocol.ts';
import { followRow } from '../logic/followRow.ts';
import { api } from './api.ts';
import { toStudioError, type StudioError } from './studioError.ts';

export interface Sorting {
  readonly column: Column;
  readonly order: 'asc' | 'desc';
}

/** The rows that are fetched at once. */
const PAGE_ROWS = 100;
/** Time between two requests while the server reads recordings, in ms. */
const INDEXING_MS = 1000;

/** What the response says about all rows. */
export type CallsSummary = Omit<CallsResponse, 'rows'>;

type Pages = ReadonlyMap<number, readonly CallRow[]>;

const query = signal('');
const sorting = signal<Sorting>({ column: 'recordedAt', order: 'desc' });
const summary = signal<CallsSummary | null>(null);
const pages = signal<Pages>(new Map());
const failure = signal<StudioError | null>(null);
const selected = signal<ReadonlySet<string>>(new Set());
const active = signal(0);

let abort = new AbortController();
let asked = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The table of calls: what is asked for, and what is known of it. */
export interface CallsStore {
  readonly query: ReadonlySignal<string>;
  readonly sorting: ReadonlySignal<Sorting>;
  readonly summary: ReadonlySignal<CallsSummary | null>;
  readonly failure: ReadonlySignal<StudioError | null>;
  readonly selected: ReadonlySignal<ReadonlySet<string>>;
  /** The row that the keys act on. */
  readonly active: Signal<number>;
  /** Returns a row, or undefined until it is fetched. */
  readonly rowAt: (index: number) => CallRow | undefined;
  readonly setQuery: (query: string) => void;
  /** Sorts by a column, or the other way round if it is the one. */
  readonly sortBy: (column: Column) => void;
  /** Fetches the rows of a range that are not there. */
  readonly need: (from: number, to: number) => void;
  readonly reload: () => void;
  readonly toggle: (id: string) => void;
  readonly clearSelection: () => void;
}

export const callsStore: CallsStore = {
  query,
  sorting,
  summary,
  failure,
  selected,
  active,
  rowAt: (index: number): CallRow | undefined => pages.value.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
  setQuery,
  sortBy,
  need,
  reload,
  toggle,
  clearSelection: () => void (selected.value = new Set()),
};

function setQuery(next: string): void {
  if (next === query.value && summary.value !== null) return;
  query.value = next;
  active.value = 0;
  reload();
}

/** Sorts by a column, or the other way round if it is the one. Numbers begin with the greatest. */
function sortBy(column: Column): void {
  const { column: before, order } = sorting.value;
  const first = column === 'id' || column === 'agent' || column === 'line' || column === 'end' ? 'asc' : 'desc';
  sorting.value = { column, order: column === before ? (order === 'asc' ? 'desc' : 'asc') : first };
  active.value = 0;
  reload();
}

function toggle(id: string): void {
  const next = new Set(selected.value);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}

/** Fetches everything anew. The rows of before stay until the first answer. */
function reload(): void {
  abort.abort();
  abort = new AbortController();
  asked = new Set();
  clearTimeout(timer);
  fetchPage(0, true);
}

/** Fetches the rows of a range that are not there. */
function need(from: number, to: number): void {
  for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page += 1)
    if (!asked.has(page)) fetchPage(page, false);
}

function fetchPage(page: number, replaces: boolean): void {
  asked.add(page);
  const { signal: aborted } = abort;
  const { column: sort, order } = sorting.value;
  const request = { query: query.value, sort, order, offset: page * PAGE_ROWS, limit: PAGE_ROWS };
  api.calls(request, aborted).then(
    ({ rows, ...rest }) => {
      if (aborted.aborted) return;
      batch(() => {
        active.value = followRow(active.value, callsStore.rowAt(active.value), rows, page * PAGE_ROWS);
        pages.value = new Map([...(replaces ? [] : pages.value), [page, rows]]);
        summary.value = rest;
        failure.value = null;
      });
      if (rest.indexed < rest.total) awaitIndex();
    },
    (error: unknown) => {
      if (aborted.aborted) return;
      asked.delete(page);
      failure.value = toStudioError(error);
    },
  );
}

/** Fetches the rows that were asked for again, while the server goes on reading. */
function awaitIndex(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const page of asked) fetchPage(page, false);
  }, INDEXING_MS);
}
