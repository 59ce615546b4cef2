import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallsRoute } from '../../logic/route.ts';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { callsStore } from '../../state/callsStore.ts';
import { CallsTable } from './CallsTable.tsx';
import { QueryField } from './QueryField.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** The recordings of a folder: a query, and a table of those that match. */
export function CallsView({ route }: { readonly route: CallsRoute }): JSX.Element {
  useEffect(() => callsStore.setQuery(route.query), [route.query]);
  const failure = callsStore.failure.value;
  const summary = callsStore.summary.value;
  return (
    <main class="calls">
      <h1 class="visually-hidden">Calls</h1>
      <QueryField />
      {failure !== null && <Failure error={failure} retry={callsStore.reload} />}
      {summary === null ? (
        failure === null && <Loading what="Loading the calls …" />
      ) : (
        <Results matched={summary.matched} />
      )}
      <SelectionBar />
    </main>
  );
}

function Results({ matched }: { readonly matched: number }): JSX.Element {
  const { total, indexed } = callsStore.summary.value ?? { total: 0, indexed: 0 };
  if (total === 0)
    return (
      <Empty title="There are no recordings in this folder.">
        Record a call with <code>recordInto</code>, and it appears here.
      </Empty>
    );
  return (
    <>
      <CallsTable matched={matched} />
      {matched === 0 && indexed === total && <Empty title="No call matches this query." />}
    </>
  );
}
