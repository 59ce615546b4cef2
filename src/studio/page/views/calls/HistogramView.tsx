import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Column, Histogram } from '../../../protocol.ts';
import { addRange, rangeOfBins } from '../../logic/query.ts';
import { callsStore } from '../../state/callsStore.ts';
import { rewrite } from '../../state/router.ts';

export interface HistogramProps {
  readonly column: Column;
  readonly histogram: Histogram;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

const HEIGHT = 20;

/** The distribution of a column. A range that is dragged in it becomes a condition of the query. */
export function HistogramView({ column, histogram }: HistogramProps): JSX.Element {
  const drag = useMemo(() => signal<Drag | null>(null), []);
  const { counts } = histogram;
  const most = Math.max(1, ...counts);
  const binAt = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * counts.length), 0), counts.length - 1);
  };
  const finish = (): void => {
    const dragged = drag.value;
    drag.value = null;
    if (dragged === null) return;
    const [from, to] = rangeOfBins(histogram, dragged.from, dragged.to);
    const query = addRange(callsStore.query.value, column, from, to);
    callsStore.setQuery(query);
    rewrite({ view: 'calls', query });
  };
  return (
    <svg
      class="histogram"
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, counts.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.value = { from: binAt(event), to: binAt(event) };
      }}
      onPointerMove={(event) =>
        void (drag.value !== null && (drag.value = { from: drag.value.from, to: binAt(event) }))
      }
      onPointerUp={finish}
      onPointerCancel={() => (drag.value = null)}
    >
      <rect class="ground" width={counts.length} height={HEIGHT} />
      {counts.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
        return (
          <rect
            key={bin}
            class={isInDrag(drag.value, bin) ? 'bin chosen' : 'bin'}
            x={bin + 0.06}
            y={HEIGHT - height}
            width={0.88}
            height={height}
          />
        );
      })}
    </svg>
  );
}

function isInDrag(drag: Drag | null, bin: number): boolean {
  return drag !== null && bin >= Math.min(drag.from, drag.to) && bin <= Math.max(drag.from, drag.to);
}
