import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { columnsOf, type SweepPoint } from '../../logic/sweepPoints.ts';

export interface ScatterPlotProps {
  readonly points: readonly SweepPoint[];
  readonly choose: (point: SweepPoint) => void;
}

/** Distance at which a click means a point, in px. */
const NEAR_PX = 24;
const HEIGHT_PX = 320;

/** Plots the wait against the turns that were cut off, with the frontier of the efficient settings. */
export function ScatterPlot({ points, choose }: ScatterPlotProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const box = host.current;
    let plot = createPlot(box, points);
    const resize = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
    resize.observe(box);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => {
      plot.destroy();
      plot = createPlot(box, points);
    };
    scheme.addEventListener('change', redraw);
    const near = (event: MouseEvent): SweepPoint | undefined => nearest(plot, points, event);
    const move = (event: MouseEvent): void => {
      const point = near(event);
      box.dataset['near'] = String(point !== undefined);
      if (tip.current !== null) tip.current.textContent = point === undefined ? '' : describe(point);
    };
    const click = (event: MouseEvent): void => {
      const point = near(event);
      if (point !== undefined) choose(point);
    };
    box.addEventListener('mousemove', move);
    box.addEventListener('click', click);
    return () => {
      resize.disconnect();
      scheme.removeEventListener('change', redraw);
      box.removeEventListener('mousemove', move);
      box.removeEventListener('click', click);
      plot.destroy();
    };
  }, [points]);
  return (
    <figure class="scatter">
      <div
        ref={host}
        class="scatter-plot"
        role="img"
        aria-label="Wait against turns cut off; the efficient settings are listed below"
      />
      <figcaption>
        <span class="key frontier-key">efficient</span> <span class="key recorded-key">as recorded</span>
        <span class="key other-key">other settings</span>
      </figcaption>
      <p ref={tip} class="hint scatter-tip" />
    </figure>
  );
}

function createPlot(host: HTMLElement, points: readonly SweepPoint[]): uPlot {
  const style = getComputedStyle(host);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: colour('quiet'),
    font: '11px system-ui',
    grid: { stroke: colour('rule'), width: 1 },
    ticks: { show: false },
  };
  const dots = (fill: string, size: number): uPlot.Series.Points => ({ show: true, size, fill, stroke: fill });
  const options: uPlot.Options = {
    width: Math.max(200, host.clientWidth),
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // At least one turn wide: uPlot widens a scale of equal values to 100.
      x: { time: false, range: () => [-0.5, Math.max(1, ...points.map(({ cutOffs }) => cutOffs)) + 0.5] },
      y: { range: (_, min, max) => [Math.max(0, min - (max - min) * 0.15 - 0.05), max + (max - min) * 0.15 + 0.05] },
    },
    axes: [
      {
        ...axis,
        label: 'Turns cut off',
        labelFont: '12px system-ui',
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      },
      { ...axis, label: 'Mean wait (s)', labelFont: '12px system-ui', size: 56 },
    ],
    series: [
      {},
      { paths: () => null, points: dots(colour('other'), 7) },
      { stroke: colour('user'), width: 2, spanGaps: true, points: dots(colour('user'), 9) },
      { paths: () => null, points: { show: true, size: 13, fill: colour('sheet'), stroke: colour('agent'), width: 3 } },
    ],
  };
  return new uPlot(options, columnsOf(points), host);
}

function nearest(plot: uPlot, points: readonly SweepPoint[], event: MouseEvent): SweepPoint | undefined {
  const { left, top } = plot.over.getBoundingClientRect();
  const distances = points.map((point) => ({
    point,
    distance: Math.hypot(
      plot.valToPos(point.cutOffs, 'x') - (event.clientX - left),
      plot.valToPos(point.waitS, 'y') - (event.clientY - top),
    ),
  }));
  return distances
    .filter(({ distance }) => distance < NEAR_PX)
    .toSorted((one, other) => one.distance - other.distance)[0]?.point;
}

function describe({ text, waitS, cutOffs }: SweepPoint): string {
  return `${text}: ${waitS.toFixed(2)} s wait, ${cutOffs} cut off`;
}
