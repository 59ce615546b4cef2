import type { JSX } from 'preact';
import type { Tab } from '../../logic/route.ts';
import { StepList } from '../steps/StepList.tsx';
import { WhatIfPanel } from '../whatIf/WhatIfPanel.tsx';
import type { CallPartProps } from './CallHeader.tsx';
import { ConfigPanel } from './ConfigPanel.tsx';
import { FailuresPanel } from './FailuresPanel.tsx';
import { FunctionsPanel } from './FunctionsPanel.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { TranscriptPanel } from './TranscriptPanel.tsx';
import { UsagePanel } from './UsagePanel.tsx';
import { WaitsPanel } from './WaitsPanel.tsx';

const PANELS: Readonly<Record<Tab, (props: CallPartProps) => JSX.Element>> = {
  transcript: TranscriptPanel,
  waits: WaitsPanel,
  steps: StepList,
  'what-if': WhatIfPanel,
  functions: FunctionsPanel,
  model: ModelPanel,
  usage: UsagePanel,
  failures: FailuresPanel,
  config: ConfigPanel,
};

/** The content of the chosen tab, beside the timeline. */
export function Panel({ store, detail }: CallPartProps): JSX.Element {
  const tab = store.tab.value;
  const Content = PANELS[tab];
  return (
    <div id="panel" class={`panel ${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
      <p id="transcript-hint" class="visually-hidden">
        The transcript lists what the timeline shows, with times.
      </p>
      <Content store={store} detail={detail} />
    </div>
  );
}
