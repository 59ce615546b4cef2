import { checkChanges, type Changes } from '../whatIf/settings.ts';

/** A setting to vary, by its name in the configuration. */
export interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * Creates every combination of the axes.
 *
 * @throws AntiphonError `usage_invalid` for a setting that cannot be varied, or cannot take that value
 */
export function createGrid(axes: readonly Axis[]): readonly Changes[] {
  const grid = combineAxes(axes);
  for (const changes of grid) checkChanges(changes);
  return grid;
}

/** Creates every combination. The last axis varies fastest. */
export function combineAxes(axes: readonly Axis[]): readonly Changes[] {
  return axes.reduce<readonly Changes[]>(
    (cells, { name, values }) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}

/**
 * Creates `count` values from `from` to `to`, both included, rounded to three decimals.
 *
 * @example
 * ```ts
 * import { steps } from 'antiphon/replay';
 *
 * console.log(steps(0.2, 0.8, 4)); // [0.2, 0.4, 0.6, 0.8]
 * ```
 */
export function steps(from: number, to: number, count: number): readonly number[] {
  if (count === 1) return [from];
  return Array.from({ length: count }, (_, n) => Math.round((from + ((to - from) * n) / (count - 1)) * 1000) / 1000);
}
