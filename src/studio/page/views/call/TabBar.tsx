import type { JSX } from 'preact';
import type { CallDetail } from '../../../protocol.ts';
import { TABS, type Tab } from '../../logic/route.ts';
import type { CallStore } from '../../state/callStore.ts';
import type { CallPartProps } from './CallHeader.tsx';

const NAMES: Readonly<Record<Tab, string>> = {
  transcript: 'Transcript',
  waits: 'Waits',
  steps: 'Steps',
  'what-if': 'What if',
  functions: 'Functions',
  model: 'Model',
  usage: 'Usage and cost',
  failures: 'Failures',
  config: 'Config',
};

/** The tabs of a call. */
export function TabBar({ store, detail }: CallPartProps): JSX.Element {
  return (
    <div class="tabs" role="tablist" aria-label="Call" data-keys="own" onKeyDown={(event) => press(event, store)}>
      {TABS.map((tab) => {
        const count = countOf(tab, detail);
        const isChosen = store.tab.value === tab;
        return (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={isChosen}
            aria-controls="panel"
            tabIndex={isChosen ? 0 : -1}
            // A click leaves the focus where it is, so that the keys of the call go on working.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (store.tab.value = tab)}
          >
            {NAMES[tab]}
            {count > 0 && <span class={tab === 'failures' ? 'count alarming' : 'count'}>{count}</span>}
          </button>
        );
      })}
    </div>
  );
}

function countOf(tab: Tab, { functions, requests, failures }: CallDetail): number {
  const counts: Readonly<Partial<Record<Tab, number>>> = {
    functions: functions.length,
    model: requests.length,
    failures: failures.length,
  };
  return counts[tab] ?? 0;
}

function press(event: KeyboardEvent, store: CallStore): void {
  const at = TABS.indexOf(store.tab.peek());
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: TABS.length - 1,
  };
  const next = moves[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = TABS[(next + TABS.length) % TABS.length] ?? 'transcript';
  store.tab.value = tab;
  document.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
}
