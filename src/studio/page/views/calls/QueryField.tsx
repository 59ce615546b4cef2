import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount, formatNumber } from '../../logic/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { callsStore } from '../../state/callsStore.ts';
import { rewrite } from '../../state/router.ts';

/** Time without typing after which the query is asked, in ms. */
const TYPED_MS = 160;

/** Asks a query, and says how it was understood and how much of the folder was read. */
export function QueryField(): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => listenForSlash(field.current), []);
  const type = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(text), TYPED_MS);
  };
  return (
    <div class="query">
      <form role="search" onSubmit={(event) => submit(event, field.current)}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Query"
          aria-describedby="understood"
          aria-keyshortcuts="/"
          placeholder='wait p95 > 1.5 s  cut off  "a table"'
          maxLength={1000}
          autocomplete="off"
          spellcheck={false}
          value={callsStore.query.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <Understood />
    </div>
  );
}

function ask(text: string): void {
  callsStore.setQuery(text);
  rewrite({ view: 'calls', query: text });
}

function submit(event: Event, field: HTMLInputElement | null): void {
  event.preventDefault();
  if (field === null) return;
  ask(field.value);
  document.querySelector<HTMLElement>('[role=grid]')?.focus();
}

function Understood(): JSX.Element {
  const summary = callsStore.summary.value;
  if (summary === null) return <p id="understood" class="understood" />;
  const { total, indexed, matched, understood, notUnderstood } = summary;
  const isReading = indexed < total;
  return (
    <div id="understood" class="understood" role="status">
      <span class="matched">
        {matched === total ? formatCount(total, 'call') : `${formatNumber(matched)} of ${formatCount(total, 'call')}`}
      </span>
      {understood.map((condition) => (
        <span key={condition} class="chip">
          {condition}
        </span>
      ))}
      {notUnderstood !== null && (
        <span class="chip warning">
          <Icon name="warning" /> not understood: {notUnderstood}
        </span>
      )}
      {isReading && (
        <span class="indexing">
          <progress aria-label="Reading the recordings" max={total} value={indexed} />
          {formatNumber(indexed)} of {formatNumber(total)} read
        </span>
      )}
    </div>
  );
}

function listenForSlash(field: HTMLInputElement | null): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field?.focus();
    field?.select();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
