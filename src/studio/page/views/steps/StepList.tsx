import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CallSteps } from '../../../protocol.ts';
import type { ExplainedStep } from '../../../../replay/explain.ts';
import { formatClock, formatNumber } from '../../logic/format.ts';
import { visibleRows } from '../../logic/visibleRows.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import type { CallPartProps } from '../call/CallHeader.tsx';
import { Source } from '../../parts/Source.tsx';

/** Height of a step in the list, in px. */
const STEP_PX = 48;

/** The steps of the floor, one below the other. */
export function StepList({ store }: CallPartProps): JSX.Element {
  useEffect(() => store.steps.need(), [store]);
  return (
    <Loaded loadable={store.steps.current.value} what="Replaying the call to explain it …" retry={store.steps.reload}>
      {(steps) => <Steps store={store} steps={steps} />}
    </Loaded>
  );
}

function Steps({
  store,
  steps: { steps, difference },
}: {
  readonly store: CallStore;
  readonly steps: CallSteps;
}): JSX.Element {
  if (steps.length === 0) return <Empty title="The recording has no steps to explain." />;
  return (
    <div class="step-list">
      <div class="step-bar">
        <button
          type="button"
          class="button"
          aria-keyshortcuts="k"
          onClick={() => store.selectStep(store.step.peek() - 1)}
        >
          <Icon name="back" /> Back <kbd>k</kbd>
        </button>
        <span class="tabular">
          {store.step.value + 1} of {formatNumber(steps.length)}
        </span>
        <button
          type="button"
          class="button"
          aria-keyshortcuts="j"
          onClick={() => store.selectStep(store.step.peek() + 1)}
        >
          Forward <kbd>j</kbd> <Icon name="next" />
        </button>
      </div>
      {difference !== null && (
        <details class="step-difference">
          <summary>The current code behaves differently.</summary>
          <Source label="First difference">{difference}</Source>
        </details>
      )}
      <VirtualSteps store={store} steps={steps} />
    </div>
  );
}

function VirtualSteps({
  store,
  steps,
}: {
  readonly store: CallStore;
  readonly steps: readonly ExplainedStep[];
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useMemo(() => signal({ top: 0, height: 600 }), []);
  const active = store.step.value;
  const read = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = scroller.current ?? {};
    view.value = { top, height };
  };
  useEffect(read, []);
  useEffect(() => keepStepVisible(scroller.current, active), [active]);
  const { from, to } = visibleRows(view.value.top, view.value.height, STEP_PX, steps.length);
  return (
    <div
      ref={scroller}
      class="steps"
      role="listbox"
      aria-label="Steps"
      tabIndex={0}
      aria-activedescendant={active >= from && active < to ? `step-${active}` : undefined}
      onScroll={read}
    >
      <div class="steps-body" role="presentation" style={{ height: `${steps.length * STEP_PX}px` }}>
        {steps.slice(from, to).map((step) => (
          <StepRow
            key={step.step}
            step={step}
            isActive={step.step === active}
            choose={() => store.selectStep(step.step)}
          />
        ))}
      </div>
    </div>
  );
}

interface StepRowProps {
  readonly step: ExplainedStep;
  readonly isActive: boolean;
  readonly choose: () => void;
}

function StepRow({ step: { step, atMs, event, decisions, waits }, isActive, choose }: StepRowProps): JSX.Element {
  const decided = decisions.map(({ text }) => text).join('; ');
  const [wait] = waits;
  return (
    <div
      id={`step-${step}`}
      class={`step${isActive ? ' active' : ''}${decisions.length > 0 ? ' decided' : ''}`}
      role="option"
      aria-selected={isActive}
      style={{ transform: `translateY(${step * STEP_PX}px)` }}
      onClick={choose}
    >
      <span class="tabular">{formatClock(atMs)}</span>
      <span class="step-event">{event}</span>
      <span class="step-outcome">{decided === '' ? (wait?.text ?? 'nothing to decide') : decided}</span>
    </div>
  );
}

function keepStepVisible(scroller: HTMLElement | null, index: number): void {
  if (scroller === null) return;
  const [top, bottom] = [index * STEP_PX, (index + 1) * STEP_PX];
  const { scrollTop, clientHeight } = scroller;
  if (top < scrollTop || bottom > scrollTop + clientHeight) scroller.scrollTop = top - clientHeight / 3;
}
