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

function act(action: KeyAction, store: CallStore): void {
  const at = store.cursorMs.peek();
  const callMs = store.callMs.peek();
  switch (action.kind) {
    case 'play':
      return store.player.peek()?.toggle();
    case 'move':
      return store.moveTo(at + action.ms);
    case 'event':
      return moveToNeighbour(store, store.events.peek(), action.direction);
    case 'interruption':
      return moveToNeighbour(store, store.interruptions.peek(), action.direction);
    case 'step':
      store.steps.need();
      return store.selectStep(store.step.peek() + action.direction);
    case 'zoom':
      return store.show(zoomAround(store.shown.peek(), at, action.factor, callMs));
    case 'fit':
      return store.show({ fromMs: 0, toMs: callMs });
    case 'start':
      return store.moveTo(0);
    case 'end':
      return store.moveTo(callMs);
    case 'clear':
      return void (store.selection.value = null);
    case 'copy':
      return void copyLink(store);
    case 'help':
      return undefined;
  }
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
