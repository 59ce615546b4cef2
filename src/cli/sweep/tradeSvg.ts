import { DARK, LIGHT, standaloneStyle, type Colours } from '../../draw/style.ts';
import { escapeText, formatNumber, svg, type Svg } from '../../draw/svg.ts';
import type { Axis } from '../../replay/sweep/grid.ts';
import type { Cell } from '../../replay/sweep/cells.ts';
import { formatSeconds } from '../formatSeconds.ts';
import { assignLetters, formatSettings } from './labels.ts';
import { createScale } from '../scale.ts';
import { drawAxes, FIELD, HEIGHT, WIDTH } from '../tradeField.ts';

/**
 * Draws the results of a sweep: waiting time to the right, turns cut off upwards, and a line through the efficient
 * settings.
 */
export function drawTradeSvg(cells: readonly Cell[], axes: readonly Axis[]): Svg {
  const dots = cells.flatMap(dotOf);
  const waits = dots.map(({ wait }) => wait);
  const x = createScale(waits, [FIELD.left, FIELD.right]);
  const y = createScale([0, ...dots.map(({ cut }) => cut)], [FIELD.bottom, FIELD.top], 1);
  const places = moveApart(dots.map(({ wait, cut }) => ({ x: x.at(wait), y: y.at(cut) })));
  const place = (dot: Dot): Place => places[dots.indexOf(dot)] ?? { x: 0, y: 0 };
  const named = assignLetters(cells);
  const height = HEIGHT + named.size * LINE;
  const viewBox = `0 0 ${WIDTH} ${height}`;
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', viewBox, width: WIDTH, height },
    svg('style', {}, standaloneStyle(), dotStyle(LIGHT), `@media (prefers-color-scheme: dark) {${dotStyle(DARK)}}`),
    svg('rect', { class: 'ground', width: WIDTH, height }),
    svg('text', { class: 'title', x: FIELD.left, y: 28 }, 'Waiting against being cut off'),
    ...drawKey(dots),
    ...drawAxes(x, y, { label: 'turns cut off', unit: '' }),
    drawFrontier(dots, place),
    ...dots.map((dot) => drawCircle(dot, place(dot), axes)),
    ...dots.flatMap((dot) => drawRecordedName(dot, place(dot))),
    ...dots.flatMap((dot) => drawLetter(named.get(dot.cell), place(dot))),
    ...[...named].map(([cell, sign], n) => drawExplanation(cell, sign, axes, HEIGHT + n * LINE)),
  );
}

/** Height of a line below the field, in px. */
const LINE = 16;

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

/** Draws the legend if there is a dashed dot. */
function drawKey(dots: readonly Dot[]): readonly Svg[] {
  if (dots.every(({ cell }) => !cell.leavesMoreUnanswered)) return [];
  const text = 'dashed: leaves more turns unanswered than as recorded';
  return [svg('text', { x: FIELD.right, y: FIELD.top - 12, 'text-anchor': 'end' }, text)];
}

function drawFrontier(dots: readonly Dot[], place: (dot: Dot) => Place): Svg {
  const best = dots.filter(({ cell }) => cell.isEfficient).toSorted((a, b) => a.wait - b.wait || b.cut - a.cut);
  const corners = best.map(place).map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${formatNumber(x)} ${formatNumber(y)}`);
  return svg('path', { class: 'frontier', d: corners.join('') });
}

/** Minimum distance between two dots, in px. */
const TOO_NEAR = 9;

/** Moves a dot that would cover an earlier one to the right, or down at the end of the field. */
function moveApart(places: readonly Place[]): readonly Place[] {
  const free: Place[] = [];
  for (const wanted of places) {
    let { x, y } = wanted;
    while (free.some((other) => Math.hypot(other.x - x, other.y - y) < TOO_NEAR)) {
      x += TOO_NEAR;
      if (x > FIELD.right) [x, y] = [wanted.x, y + TOO_NEAR];
    }
    free.push({ x, y });
  }
  return free;
}

function drawRecordedName({ cell }: Dot, { x, y }: Place): readonly Svg[] {
  return cell.isRecorded ? [svg('text', { x: x + 11, y: y - 9 }, 'as recorded')] : [];
}

/** Draws the letter of an efficient dot. */
function drawLetter(letter: string | undefined, { x, y }: Place): readonly Svg[] {
  return letter === undefined ? [] : [svg('text', { x, y: y - 8, 'text-anchor': 'middle' }, letter)];
}

/** Explains the letter of a dot. */
function drawExplanation(cell: Cell, sign: string, axes: readonly Axis[], y: number): Svg {
  return svg('text', { x: FIELD.left, y }, escapeText(`${sign}  ${labelOf(cell, axes)}`));
}

/** Draws a dot with its settings and figures as a tooltip. */
function drawCircle({ cell }: Dot, { x, y }: Place, axes: readonly Axis[]): Svg {
  const title = svg('title', {}, escapeText(labelOf(cell, axes)));
  return svg('circle', { class: kindOf(cell), cx: x, cy: y, r: cell.isRecorded ? 8 : 4 }, title);
}

function labelOf(cell: Cell, axes: readonly Axis[]): string {
  const { waitMs, cutOff, turns, unanswered } = cell.summary;
  const figures = [formatSeconds(waitMs?.mean), `${cutOff} of ${turns} cut off`, `${unanswered} unanswered`];
  return `${formatSettings(cell, axes)}: ${figures.join(', ')}`;
}

function kindOf({ isRecorded, isEfficient, leavesMoreUnanswered }: Cell): string {
  if (isRecorded) return 'recorded';
  if (leavesMoreUnanswered) return 'lacking';
  return isEfficient ? 'efficient' : 'other';
}
