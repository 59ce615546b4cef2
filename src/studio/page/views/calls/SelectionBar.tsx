import type { JSX } from 'preact';
import { formatCount } from '../../logic/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { callsStore } from '../../state/callsStore.ts';
import { navigate } from '../../state/router.ts';

/** Offers what can be done with the selected calls. */
export function SelectionBar(): JSX.Element | null {
  const { size } = callsStore.selected.value;
  const [first] = callsStore.selected.value;
  if (first === undefined) return null;
  return (
    <div class="selection-bar" role="region" aria-label="Selected calls">
      <strong>{formatCount(size, 'call')} selected</strong>
      <button
        type="button"
        class="primary"
        onClick={() => navigate({ view: 'call', id: first, tab: 'what-if', atMs: 0, fromMs: null, toMs: null })}
      >
        <Icon name="flask" /> What if
      </button>
      <button type="button" class="quiet-button" onClick={callsStore.clearSelection}>
        Clear
      </button>
    </div>
  );
}
