import type { JSX } from 'preact';
import { formatClock } from '../../logic/format.ts';
import type { CallStore } from '../../state/callStore.ts';

/** Shows a time. Moves the playhead there. */
export function MomentButton({ store, atMs }: { readonly store: CallStore; readonly atMs: number }): JSX.Element {
  return (
    <button type="button" class="moment" onClick={() => store.moveTo(atMs)} aria-label={`Go to ${formatClock(atMs)}`}>
      {formatClock(atMs)}
    </button>
  );
}
