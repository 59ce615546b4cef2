import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { briefLayout, layoutFor } from '../../logic/lanes.ts';
import { TimelineView, type NamedTrack } from '../../timeline/TimelineView.tsx';
import { StepDetails } from '../steps/StepDetails.tsx';
import { WhatIfStage } from '../whatIf/WhatIfStage.tsx';
import type { CallPartProps } from './CallHeader.tsx';

/** The wide part of a call: its timeline, and below it what a tab needs room for. */
export function Stage({ store, detail }: CallPartProps): JSX.Element {
  const tab = store.tab.value;
  const isBrief = tab === 'steps';
  const { timeline } = detail;
  const tracks = useMemo<readonly NamedTrack[]>(
    () => [
      {
        title: null,
        timeline,
        callMs: store.callMs.peek(),
        parts: store.parts,
        marks: [],
        layoutAt: isBrief
          ? (_, heightPx) => briefLayout(heightPx)
          : (pxPerSecond, heightPx) => layoutFor(timeline, pxPerSecond, heightPx),
      },
    ],
    [timeline, isBrief],
  );
  if (tab === 'what-if') return <WhatIfStage store={store} detail={detail} />;
  return (
    <section class={isBrief ? 'stage split' : 'stage'} aria-label="Timeline">
      <TimelineView store={store} tracks={tracks} />
      {isBrief && <StepDetails store={store} />}
    </section>
  );
}
