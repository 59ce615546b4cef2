/** Maps values to positions on an axis with round figures. */
export interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** The approximate number of figures at an axis. */
const FIGURES = 6;

/** Creates a scale over all values, between round figures; no step is smaller than `least`. */
export function createScale(values: readonly number[], [from, to]: readonly [number, number], least = 0.01): Scale {
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const step = Math.max(least, roundStep((high - low) / FIGURES));
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => Math.round((first + n) * step * 1000) / 1000);
  return { ticks, at: (value) => from + ((value / step - first) / (last - first)) * (to - from) };
}

/** Returns 1, 2 or 5 times a power of ten, not below `size`. */
function roundStep(size: number): number {
  if (size <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5, 10].find((times) => times * power >= size) ?? 10) * power;
}
