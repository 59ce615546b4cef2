import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Route } from '../logic/route.ts';
import { Notice } from '../parts/notice.tsx';
import { navigate, route } from '../state/router.ts';
import { CallView } from './call/CallView.tsx';
import { CallsView } from './calls/CallsView.tsx';
import { HelpDialog } from './HelpDialog.tsx';

/** A view that the navigation leads to. */
interface Place {
  readonly name: string;
  readonly route: Route;
  readonly isHere: (route: Route) => boolean;
}

const PLACES: readonly Place[] = [
  { name: 'Calls', route: { view: 'calls', query: '' }, isHere: ({ view }) => view === 'calls' },
];

const isHelpShown = signal(false);

/** The whole of Studio. */
export function App(): JSX.Element {
  const current = route.value;
  useEffect(() => listenForHelp(), []);
  return (
    <div class="app">
      <TopBar current={current} />
      {current.view === 'calls' ? <CallsView route={current} /> : <CallView key={current.id} route={current} />}
      <Notice />
      {isHelpShown.value && <HelpDialog close={() => (isHelpShown.value = false)} />}
    </div>
  );
}

function TopBar({ current }: { readonly current: Route }): JSX.Element {
  return (
    <header class="top-bar">
      <a class="brand" href="#/" onClick={(event) => go(event, { view: 'calls', query: '' })}>
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-name">Antiphon</span> <span class="brand-product">Studio</span>
      </a>
      <nav aria-label="Studio">
        {PLACES.map((place) => (
          <a
            key={place.name}
            href="#/"
            aria-current={place.isHere(current) ? 'page' : undefined}
            onClick={(event) => go(event, place.route)}
          >
            {place.name}
          </a>
        ))}
        {current.view === 'call' && (
          <span class="crumb" aria-current="page" title={current.id}>
            {current.id}
          </span>
        )}
      </nav>
      <button
        type="button"
        class="icon-button"
        aria-label="Keyboard shortcuts"
        onClick={() => (isHelpShown.value = true)}
      >
        <kbd>?</kbd>
      </button>
    </header>
  );
}

function go(event: MouseEvent, next: Route): void {
  if (event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  navigate(next);
}

function listenForHelp(): () => void {
  const press = ({ key, target }: KeyboardEvent): void => {
    if (key !== '?' || target instanceof HTMLInputElement) return;
    isHelpShown.value = true;
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
