import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SweepResult } from '../../../protocol.ts';
import { frontierOf, pointsOf, type SweepPoint } from '../../logic/sweepPoints.ts';
import { Empty, Failure } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import { valueOf } from '../../state/loadable.ts';
import { ScatterPlot } from './ScatterPlot.tsx';

/** The result of a sweep: how long users wait against how many are cut off. */
export function SweepStage({ store }: { readonly store: CallStore }): JSX.Element {
  const sweep = store.whatIf.sweep.value;
  if (sweep.state === 'none')
    return (
      <Empty title="A sweep runs the calls with many settings.">
        Choose one or two axes, and see which settings cut nobody off and still answer quickly.
      </Empty>
    );
  if (sweep.state === 'failed') return <Failure error={sweep.error} />;
  if (sweep.state === 'running') {
    const { done, runs } = sweep.progress;
    return (
      <div class="state loading" role="status">
        <progress aria-label="Sweep" max={Math.max(1, runs)} value={done} />
        {runs === 0 ? 'Reading the calls …' : `${done} of ${runs} runs`}
      </div>
    );
  }
  return <Result store={store} result={sweep.result} />;
}

function Result({ store, result }: { readonly store: CallStore; readonly result: SweepResult }): JSX.Element {
  const sliders = valueOf(store.whatIf.sliders.current.value)?.sliders;
  const points = useMemo(() => pointsOf(result, sliders ?? []), [result, sliders]);
  const load = ({ changes }: SweepPoint): void => {
    store.whatIf.replace(changes);
    store.whatIf.view.value = 'compare';
  };
  if (points.length === 0) return <Empty title="With none of these settings a turn was answered." />;
  return (
    <div class="sweep-result">
      {result.failed.map(({ id, message }) => (
        <p key={id} class="warning-line">
          {id}: {message}
        </p>
      ))}
      <ScatterPlot points={points} choose={load} />
      <section aria-label="Efficient settings">
        <h3>Efficient settings</h3>
        <ul class="frontier">
          {frontierOf(points).map((point) => (
            <li key={point.text}>
              <button type="button" class="button" onClick={() => load(point)}>
                <strong>{point.waitS.toFixed(2)} s</strong> wait, {point.cutOffs} cut off
                <span class="hint">{point.text}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
