/** A mapping from values to positions on an axis with round figures. */
export interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** Approximate number of figures along an axis. */
const FIGURES = 6;

/** Creates a scale that covers all values between round figures. No step is smaller than `least`. */
export function createScale(values: readonly number[], [from, to]: readonly [number, number], least = 0.01): Scale {
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const step = Math.max(least, roundStep((high - low) / FIGURES));
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => Math.round((first + n) * step * 1000) / 1000);
  return { ticks, at: (value) => from + ((value / step - first) / (last - first)) * (to - from) };
}

/** Returns the smallest of 1, 2 or 5 times a power of ten that is at least `size`. */
function roundStep(size: number): number {
  if (size <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5, 10].find((times) => times * power >= size) ?? 10) * power;
}
