import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { WhatIfResponse } from '../../../protocol.ts';
import { findDifferences, summarise } from '../../logic/differences.ts';
import { comparedLayout } from '../../logic/lanes.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import { withoutAgent } from '../../state/withoutAgent.ts';
import { TimelineView, type NamedTrack } from '../../timeline/TimelineView.tsx';
import type { CallPartProps } from '../call/CallHeader.tsx';
import { SweepStage } from './SweepStage.tsx';

/** Both runs, one below the other, or the sweep. */
export function WhatIfStage({ store }: CallPartProps): JSX.Element {
  const { whatIf } = store;
  const view = whatIf.view.value;
  return (
    <section class="stage" aria-label="What if">
      <div class="stage-bar">
        <div class="button-group" role="group" aria-label="View">
          {(['compare', 'sweep'] as const).map((one) => (
            <button
              key={one}
              type="button"
              class="button"
              aria-pressed={view === one}
              onClick={() => (whatIf.view.value = one)}
            >
              {one === 'compare' ? 'Compare' : 'Sweep'}
            </button>
          ))}
        </div>
        {view === 'compare' && <Verdict store={store} />}
      </div>
      {view === 'sweep' ? <SweepStage store={store} /> : <Compared store={store} />}
    </section>
  );
}

function Verdict({ store: { whatIf } }: { readonly store: CallStore }): JSX.Element {
  const response = whatIf.response.value;
  const isUnchanged = Object.keys(whatIf.changes.value).length === 0;
  const text =
    response === null
      ? ''
      : isUnchanged
        ? 'Move a slider to see what would have happened.'
        : summarise(response.result);
  return (
    <p class="verdict-line" role="status" data-running={whatIf.running.value}>
      {text}
      {response !== null && !isUnchanged && <span class="hint">computed in {Math.round(response.tookMs)} ms</span>}
    </p>
  );
}

function Compared({ store }: { readonly store: CallStore }): JSX.Element {
  const { response, failure } = store.whatIf;
  return (
    <>
      {failure.value !== null && <Failure error={failure.value} />}
      {response.value === null ? (
        failure.value === null && <Loading what="Running the call …" />
      ) : (
        <Runs store={store} response={response.value} />
      )}
    </>
  );
}

function Runs({ store, response }: { readonly store: CallStore; readonly response: WhatIfResponse }): JSX.Element {
  const { result, before, after } = response;
  const tracks = useMemo<readonly NamedTrack[]>(() => {
    const shared = {
      callMs: store.callMs.peek(),
      marks: findDifferences(result),
      layoutAt: (_: number, heightPx: number) => comparedLayout(heightPx),
    };
    return [
      { ...shared, title: 'With the recorded settings', timeline: before, parts: store.parts },
      { ...shared, title: 'With these settings', timeline: after, parts: withoutAgent(store.parts) },
    ];
  }, [response]);
  return <TimelineView store={store} tracks={tracks} />;
}
