import { selectAction, type KeyAction } from '../../logic/keys.ts';
import { neighbour } from '../../logic/moments.ts';
import { formatRoute } from '../../logic/route.ts';
import { zoomAround } from '../../logic/stretch.ts';
import { copy } from '../../parts/notice.tsx';
import type { CallStore } from '../../state/callStore.ts';

/** Listens to the keys of a call. */
export function listenToKeys(store: CallStore): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey: shift, ctrlKey, altKey, metaKey, target } = event;
    const typing = target instanceof Element && usesKey(target, key);
    const action = selectAction({ key, shift, modified: ctrlKey || altKey || metaKey, typing });
    if (action === null || action.kind === 'help' || store.detail.current.peek().state !== 'ready') return;
    event.preventDefault();
    act(action, store);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

/** Returns whether the focused element uses the key itself. */
function usesKey(target: Element, key: string): boolean {
  if (target.closest('dialog, input, textarea, select') !== null) return true;
  if (key === ' ' || key === 'Enter') return target.closest('button, a, summary') !== null;
  return target.closest('[data-keys="own"]') !== null && /^(?:Arrow|Home|End)/u.test(key);
}

/** What each kind of action does. The help is shown by the application. */
const ACTS: {
  readonly [Kind in KeyAction['kind']]: (store: CallStore, action: Extract<KeyAction, { readonly kind: Kind }>) => void;
} = {
  play: (store) => store.player.peek()?.toggle(),
  move: (store, { ms }) => store.moveTo(store.cursorMs.peek() + ms),
  event: (store, { direction }) => moveToNeighbour(store, store.events.peek(), direction),
  interruption: (store, { direction }) => {
    moveToNeighbour(store, store.interruptions.peek(), direction);
    store.selectDecision('cut');
  },
  step: (store, { direction }) => {
    store.steps.need();
    store.selectStep(store.step.peek() + direction);
  },
  zoom: (store, { factor }) =>
    store.show(zoomAround(store.shown.peek(), store.cursorMs.peek(), factor, store.callMs.peek())),
  fit: (store) => store.show({ fromMs: 0, toMs: store.callMs.peek() }),
  start: (store) => store.moveTo(0),
  end: (store) => store.moveTo(store.callMs.peek()),
  clear: (store) => void (store.selection.value = null),
  copy: (store) => void copyLink(store),
  help: () => undefined,
};

function act(action: KeyAction, store: CallStore): void {
  ACTS[action.kind](store, action as never);
}

function moveToNeighbour(store: CallStore, moments: readonly number[], direction: 1 | -1): void {
  const next = neighbour(moments, store.cursorMs.peek(), direction);
  if (next !== undefined) store.moveTo(next);
}

/** Copies the address of the visible stretch, with the playhead. */
export async function copyLink(store: CallStore): Promise<void> {
  const link = new URL(formatRoute(store.route()), location.href);
  await copy(link.href, 'The link to this moment is copied.');
}
