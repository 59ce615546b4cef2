/** A point of a plot. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly sign: string;
}

export interface PlotOptions {
  readonly xTitle: string;
  readonly yTitle: string;
  /** Width of the whole plot, in characters. */
  readonly width: number;
  /** Height of the field, in lines. */
  readonly height: number;
}

/** Minimum width of the field, in characters. */
const NARROWEST = 20;

/**
 * Plots points in a field of characters, with figures along the axes; y starts at 0. Points at the same place are drawn
 * next to each other, the first in its place. Points without room are omitted.
 */
export function drawPlot(points: readonly Point[], { xTitle, yTitle, width, height }: PlotOptions): string {
  const top = Math.max(1, ...points.map(({ y }) => y));
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const figures = [figure(top), figure(0)];
  const margin = Math.max(...figures.map(({ length }) => length)) + 1;
  const columns = Math.max(NARROWEST, width - margin - 1);
  const field = Array.from({ length: height }, () => Array.from({ length: columns }, () => ' '));
  for (const { x, y, sign } of points) {
    const row = field[Math.round((1 - y / top) * (height - 1))] ?? [];
    const at = freeNear(row, Math.round(((x - left) / (right - left)) * (columns - 1)));
    if (at !== undefined) row[at] = sign;
  }
  const lines = field.map((row, n) => {
    const at = n === 0 ? figures[0] : n === height - 1 ? figures[1] : '';
    return `${(at ?? '').padStart(margin)}│${row.join('').trimEnd()}`;
  });
  const under = ' '.repeat(margin);
  return [
    `${under} ${yTitle}`,
    ...lines,
    `${under}└${'─'.repeat(columns)}`,
    `${under} ${drawFeet(figure(left), xTitle, figure(right), columns)}`,
  ].join('\n');
}

/** Farthest a point may be moved, in characters. */
const FARTHEST = 8;

/** Finds the free place nearest to `column` in a row. */
function freeNear(row: readonly string[], column: number): number | undefined {
  const steps = Array.from({ length: FARTHEST + 1 }, (_, n) => n);
  return steps.flatMap((step) => [column + step, column - step]).find((at) => row[at] === ' ');
}

/** Draws a figure at each end and the title in the middle. */
function drawFeet(from: string, title: string, to: string, width: number): string {
  const middle = Math.floor((width + title.length) / 2);
  return `${from}${title.padStart(middle - from.length).padEnd(width - from.length - to.length)}${to}`;
}

/** Returns the range of values. It is never empty: a single value lies in the middle. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? [least - 0.5, most + 0.5] : [least, most];
}

function figure(value: number): string {
  return String(Math.round(value * 100) / 100);
}
