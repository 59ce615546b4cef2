import type { Slider, SweepResult } from '../../protocol.ts';

/** A setting in the plot of a sweep. */
export interface SweepPoint {
  readonly cutOffs: number;
  readonly waitS: number;
  readonly isRecorded: boolean;
  readonly isEfficient: boolean;
  readonly changes: Readonly<Record<string, number>>;
  /** `turn ends after 0.4 s, silence after 0.2 s` */
  readonly text: string;
}

/** Lists the settings with which turns were answered, by cut-offs and then by wait. */
export function pointsOf({ cells }: SweepResult, sliders: readonly Slider[]): readonly SweepPoint[] {
  return cells
    .flatMap(({ changes, isRecorded, isEfficient, waitMeanMs, cutOff }) =>
      waitMeanMs === null
        ? []
        : [
            {
              cutOffs: cutOff,
              waitS: waitMeanMs / 1000,
              isRecorded,
              isEfficient,
              changes: numbersOf(changes),
              text: describe(changes, sliders),
            },
          ],
    )
    .toSorted((one, other) => one.cutOffs - other.cutOffs || one.waitS - other.waitS);
}

/** Selects the points of which no other is better in wait and in cut-offs: for each number of cut-offs, the quickest. */
export function frontierOf(points: readonly SweepPoint[]): readonly SweepPoint[] {
  let quickest = Infinity;
  return points.filter(({ waitS, isEfficient }) => {
    if (!isEfficient || waitS >= quickest) return false;
    quickest = waitS;
    return true;
  });
}

/** Columns of a plot: the positions, all points, the frontier and the recorded settings. */
export function columnsOf(
  points: readonly SweepPoint[],
): [number[], (number | null)[], (number | null)[], (number | null)[]] {
  const frontier = new Set(frontierOf(points));
  return [
    points.map(({ cutOffs }) => cutOffs),
    points.map(({ waitS }) => waitS),
    points.map((point) => (frontier.has(point) ? point.waitS : null)),
    points.map(({ isRecorded, waitS }) => (isRecorded ? waitS : null)),
  ];
}

function numbersOf(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  );
}

function describe(changes: Readonly<Record<string, unknown>>, sliders: readonly Slider[]): string {
  const written = Object.entries(changes).map(([name, value]) => {
    const { label = name, unit = '' } = sliders.find((slider) => slider.name === name) ?? {};
    return `${label} ${Number(Number(value).toFixed(3))} ${unit}`.trim();
  });
  return written.length === 0 ? 'as recorded' : written.join(', ');
}
