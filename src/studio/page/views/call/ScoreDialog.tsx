import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ScoreResponse } from '../../../protocol.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { copy } from '../../parts/notice.tsx';
import { Loaded } from '../../parts/states.tsx';
import { api } from '../../state/api.ts';
import type { CallStore } from '../../state/callStore.ts';
import { createResource } from '../../state/loadable.ts';
import { Source } from '../../parts/Source.tsx';

/** Makes a test of the call, or of the selected stretch, and shows whether it passes. */
export function ScoreDialog({ store, close }: { readonly store: CallStore; readonly close: () => void }): JSX.Element {
  const score = useMemo(() => {
    const stretch = store.selection.peek();
    const made = createResource(() => api.score({ id: store.id, ...stretch }));
    made.need();
    return made;
  }, []);
  return (
    <Dialog title="A test of this call" close={close}>
      <Loaded loadable={score.current.value} what="Writing the test and running it …" retry={score.reload}>
        {(made) => <Made made={made} />}
      </Loaded>
    </Dialog>
  );
}

function Made({
  made: { path, source, difference, timelines, omitted },
}: {
  readonly made: ScoreResponse;
}): JSX.Element {
  const passed = difference !== 'other';
  return (
    <div class="score">
      <p class={passed ? 'verdict passed' : 'verdict failed'}>
        <Icon name={passed ? 'check' : 'warning'} />
        <span>{passed ? 'The test passes.' : 'The test does not pass: the agent now behaves differently.'}</span>
      </p>
      {difference === 'cuts' && (
        <p>
          The agent is cut off a few words earlier or later than in the recording, because the voice of a test speaks at
          an even pace.
        </p>
      )}
      <p>
        Written to <code>{path}</code>
      </p>
      {timelines !== null && (
        <Source label="Both timelines" look="difference">
          {timelines}
        </Source>
      )}
      {omitted.length > 0 && (
        <details>
          <summary>What the test leaves out</summary>
          <ul>
            {omitted.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
      <Source label="Source of the test" look="source">
        {source}
      </Source>
      <button type="button" class="button" onClick={() => void copy(source, 'The test is copied.')}>
        Copy the source
      </button>
    </div>
  );
}
