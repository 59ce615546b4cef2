import { DARK, LIGHT, standaloneStyle } from '../../draw/style.ts';
import type { Colours } from '../../draw/style.ts';
import { escaped, rounded, svg } from '../../draw/svg.ts';
import type { Svg } from '../../draw/svg.ts';
import type { Axis } from '../../replay/sweep/grid.ts';
import type { Cell } from '../../replay/sweep/cells.ts';
import { seconds } from '../whatIf/wording.ts';
import { scale } from './scale.ts';
import type { Scale } from './scale.ts';

const WIDTH = 760;
const HEIGHT = 480;
const FIELD = { left: 64, right: WIDTH - 24, top: 64, bottom: HEIGHT - 56 } as const;

/** The trade of a sweep as a picture: waiting time to the right, turns cut off upwards, the efficient settings joined. */
export function tradeSvg(cells: readonly Cell[], axes: readonly Axis[]): Svg {
  const dots = cells.flatMap(dotOf);
  const x = scale(
    dots.map(({ wait }) => wait),
    [FIELD.left, FIELD.right],
  );
  const y = scale([0, ...dots.map(({ cut }) => cut)], [FIELD.bottom, FIELD.top], 1);
  const place = ({ wait, cut }: Dot): Place => ({ x: x.at(wait), y: y.at(cut) });
  return svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'timeline',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
    },
    svg('style', {}, standaloneStyle(), dotStyle(LIGHT), `@media (prefers-color-scheme: dark) {${dotStyle(DARK)}}`),
    svg('rect', { class: 'ground', width: WIDTH, height: HEIGHT }),
    svg('text', { class: 'title', x: FIELD.left, y: 28 }, 'Waiting against being cut off'),
    ...key(dots),
    ...across(x),
    ...up(y),
    frontier(dots, place),
    ...dots.map((dot) => circle(dot, place(dot), axes)),
    ...dots
      .filter(({ cell }) => cell.isRecorded)
      .map((dot) => svg('text', { x: place(dot).x + 11, y: place(dot).y - 9 }, 'as recorded')),
  );
}

interface Dot {
  /** Mean wait, in s. */
  readonly wait: number;
  readonly cut: number;
  readonly cell: Cell;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function dotStyle({ quiet, agent, user }: Colours): string {
  return `
.timeline circle { fill: ${quiet}; opacity: 0.5; }
.timeline circle.efficient { fill: ${agent}; opacity: 1; }
.timeline circle.lacking { fill: none; stroke: ${quiet}; stroke-dasharray: 2 2; opacity: 1; }
.timeline circle.recorded { fill: none; stroke: ${user}; stroke-width: 2; opacity: 1; }
.timeline path.frontier { stroke: ${agent}; stroke-dasharray: 4 3; }
`;
}

function dotOf(cell: Cell): readonly Dot[] {
  const { waitMs, cutOff } = cell.summary;
  return waitMs === null ? [] : [{ wait: waitMs.mean / 1000, cut: cutOff, cell }];
}

/** Said only where there is such a dot. */
function key(dots: readonly Dot[]): readonly Svg[] {
  if (dots.every(({ cell }) => !cell.leavesMore)) return [];
  const text = 'dashed: leaves more turns unanswered than as recorded';
  return [svg('text', { x: FIELD.right, y: FIELD.top - 12, 'text-anchor': 'end' }, text)];
}

function across({ ticks, at }: Scale): readonly Svg[] {
  return [
    ...ticks.flatMap((value) => [
      svg('path', { class: 'staff', d: `M${rounded(at(value))} ${FIELD.top}V${FIELD.bottom}` }),
      svg('text', { x: at(value), y: FIELD.bottom + 18, 'text-anchor': 'middle' }, String(value)),
    ]),
    svg('text', { x: (FIELD.left + FIELD.right) / 2, y: FIELD.bottom + 40, 'text-anchor': 'middle' }, 'mean wait, s'),
  ];
}

function up({ ticks, at }: Scale): readonly Svg[] {
  return [
    ...ticks.flatMap((value) => [
      svg('path', { class: 'staff', d: `M${FIELD.left} ${rounded(at(value))}H${FIELD.right}` }),
      svg('text', { x: FIELD.left - 8, y: at(value) + 4, 'text-anchor': 'end' }, String(value)),
    ]),
    svg('text', { x: FIELD.left, y: FIELD.top - 12 }, 'turns cut off'),
  ];
}

function frontier(dots: readonly Dot[], place: (dot: Dot) => Place): Svg {
  const best = dots.filter(({ cell }) => cell.isEfficient).toSorted((a, b) => a.wait - b.wait || b.cut - a.cut);
  const corners = best.map(place).map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`);
  return svg('path', { class: 'frontier', d: corners.join('') });
}

/** Its settings and figures show when the pointer rests on it. */
function circle({ wait, cut, cell }: Dot, { x, y }: Place, axes: readonly Axis[]): Svg {
  const { changes, summary, isRecorded } = cell;
  const settings = axes.map(({ name }) => `${name} ${name in changes ? String(changes[name]) : 'as recorded'}`);
  const figures = [seconds(wait * 1000), `${cut} of ${summary.turns} cut off`, `${summary.unanswered} unanswered`];
  const label = `${settings.join(', ')}: ${figures.join(', ')}`;
  return svg('circle', { class: kindOf(cell), cx: x, cy: y, r: isRecorded ? 8 : 4 }, svg('title', {}, escaped(label)));
}

function kindOf({ isRecorded, isEfficient, leavesMore }: Cell): string {
  if (isRecorded) return 'recorded';
  if (leavesMore) return 'lacking';
  return isEfficient ? 'efficient' : 'other';
}
