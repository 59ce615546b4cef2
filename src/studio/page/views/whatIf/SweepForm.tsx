import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Slider } from '../../../protocol.ts';
import { capitalise, formatCount } from '../../logic/format.ts';
import { callsStore } from '../../state/callsStore.ts';
import type { CallStore } from '../../state/callStore.ts';

export interface SweepFormProps {
  readonly store: CallStore;
  readonly sliders: readonly Slider[];
}

/** Values along an axis, if there is one and if there are two. */
const COUNTS = { one: 9, two: 6 };

/** Chooses the axes of a sweep, and runs it over the selected calls, or over this one. */
export function SweepForm({ store, sliders }: SweepFormProps): JSX.Element {
  const first = useMemo(() => signal(sliders[0]?.name ?? ''), []);
  const second = useMemo(() => signal(''), []);
  const ids = callsStore.selected.value.size > 0 ? [...callsStore.selected.value] : [store.id];
  const isRunning = store.whatIf.sweep.value.state === 'running';
  const run = (): void => {
    const chosen = [...new Set([first.value, second.value])].flatMap(
      (name) => sliders.find((one) => one.name === name) ?? [],
    );
    const count = chosen.length > 1 ? COUNTS.two : COUNTS.one;
    const axes = chosen.map(({ name, min: from, max: to }) => ({ name, from, to, count }));
    store.whatIf.runSweep({ ids, axes });
  };
  return (
    <section class="sweep-form" aria-label="Sweep">
      <h3>
        Sweep over {ids.length === 1 && ids[0] === store.id ? 'this call' : formatCount(ids.length, 'selected call')}
      </h3>
      <AxisSelect label="First axis" chosen={first} sliders={sliders} isOptional={false} />
      <AxisSelect label="Second axis" chosen={second} sliders={sliders} isOptional />
      {isRunning ? (
        <button type="button" class="button" onClick={store.whatIf.stopSweep}>
          Stop
        </button>
      ) : (
        <button type="button" class="primary" onClick={run}>
          Run the sweep
        </button>
      )}
    </section>
  );
}

interface AxisSelectProps {
  readonly label: string;
  readonly chosen: Signal<string>;
  readonly sliders: readonly Slider[];
  readonly isOptional: boolean;
}

function AxisSelect({ label, chosen, sliders, isOptional }: AxisSelectProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
        {isOptional && <option value="">None</option>}
        {sliders.map((slider) => (
          <option key={slider.name} value={slider.name}>
            {capitalise(slider.label)}
          </option>
        ))}
      </select>
    </label>
  );
}
