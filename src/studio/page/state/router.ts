import { signal, type ReadonlySignal } from '@preact/signals';
import { formatRoute, parseRoute, type Route } from '../logic/route.ts';
import { firstPlace } from './token.ts';

const current = signal<Route>(parseRoute(firstPlace));

/** The place that the address names. */
export const route: ReadonlySignal<Route> = current;

globalThis.addEventListener('hashchange', () => (current.value = parseRoute(location.hash)));

/** Goes to another place, from which the browser's Back leads here. */
export function navigate(next: Route): void {
  history.pushState(null, '', formatRoute(next));
  current.value = next;
}

/** Writes where the user is into the address, without a new entry of the history. */
export function rewrite(next: Route): void {
  history.replaceState(null, '', formatRoute(next));
}

globalThis.addEventListener('popstate', () => (current.value = parseRoute(location.hash)));
