import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Slider } from '../../../protocol.ts';
import { findDifferences } from '../../logic/differences.ts';
import { formatClock } from '../../logic/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { copy } from '../../parts/notice.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import type { WhatIfStore } from '../../state/whatIfStore.ts';
import type { CallPartProps } from '../call/CallHeader.tsx';
import { SweepForm } from './SweepForm.tsx';

/** The settings that can be changed afterwards, and what would have come out differently. */
export function WhatIfPanel({ store }: CallPartProps): JSX.Element {
  const { whatIf } = store;
  useEffect(() => whatIf.need(), [store]);
  return (
    <Loaded loadable={whatIf.sliders.current.value} what="Loading the settings …" retry={whatIf.sliders.reload}>
      {({ sliders }) => (
        <div class="what-if-panel">
          {sliders.map((slider) => (
            <SliderView key={slider.name} slider={slider} whatIf={whatIf} />
          ))}
          <Take whatIf={whatIf} />
          {whatIf.view.value === 'sweep' ? (
            <SweepForm store={store} sliders={sliders} />
          ) : (
            <Differences store={store} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function SliderView({ slider, whatIf }: { readonly slider: Slider; readonly whatIf: WhatIfStore }): JSX.Element {
  const { name, label, min, max, step, unit, value: recorded } = slider;
  const value = whatIf.valueOf(slider);
  const isChanged = value !== recorded;
  const shown = `${value}${unit === '' ? '' : ` ${unit}`}`;
  return (
    <div class="slider" data-changed={isChanged}>
      <label for={`slider-${name}`} title={name}>
        {label}
      </label>
      <output for={`slider-${name}`}>{shown}</output>
      <input
        id={`slider-${name}`}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        style={{ '--fill': `${((value - min) / Math.max(max - min, step)) * 100}%` }}
        aria-valuetext={shown}
        onInput={({ currentTarget }) => whatIf.set(name, Number(currentTarget.value))}
      />
      {isChanged && (
        <button type="button" class="quiet-button" onClick={() => whatIf.set(name, recorded)}>
          recorded: {recorded}
          {unit === '' ? '' : ` ${unit}`}
        </button>
      )}
    </div>
  );
}

function Take({ whatIf }: { readonly whatIf: WhatIfStore }): JSX.Element | null {
  const response = whatIf.response.value;
  if (Object.keys(whatIf.changes.value).length === 0 || response === null) return null;
  return (
    <div class="take">
      <button type="button" class="primary" onClick={() => void copy(response.config, 'The settings are copied.')}>
        Take these settings
      </button>
      <button type="button" class="quiet-button" onClick={() => whatIf.replace({})}>
        As recorded
      </button>
    </div>
  );
}

function Differences({ store }: { readonly store: CallStore }): JSX.Element | null {
  const response = store.whatIf.response.value;
  const differences = useMemo(() => (response === null ? [] : findDifferences(response.result)), [response]);
  if (differences.length === 0) return null;
  return (
    <section aria-label="Differences">
      <h3>What comes out differently</h3>
      <ul class="differences">
        {differences.map((difference) => {
          const { turn, words, text, kind, fromMs, toMs } = difference;
          const look = (): void => {
            const margin = Math.max(2000, toMs - fromMs);
            store.show({ fromMs: fromMs - margin, toMs: toMs + margin });
            store.moveTo(fromMs);
          };
          return (
            <li key={turn}>
              <button type="button" class={`difference ${kind}`} onClick={look}>
                <span class="difference-head">
                  <span class="swatch" aria-hidden="true" /> Turn {turn} {text}
                </span>
                <span class="difference-words">
                  <span class="tabular">{formatClock(fromMs, 1)}</span> {words}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {response?.result.stop !== null && response !== null && (
        <p class="hint">
          <Icon name="warning" /> The run stops at {formatClock(response.result.stop.atMs)}: the speech model would have
          heard something else.
        </p>
      )}
    </section>
  );
}
