import type { View } from './scale.ts';

/** Outer margin and width of the labels, in px. */
export const MARGIN_PX = 20;
export const LEFT_PX: number = MARGIN_PX + 92;

/** Returns the scale at which `ms` fill a row, in px per second. */
export function scaleOf(ms: number, width: number): number {
  return ((width - LEFT_PX - MARGIN_PX) * 1000) / Math.max(ms, 1);
}

/** Returns the default length of a row for a session of `ms`. */
export function defaultRowMs(ms: number): number {
  if (ms <= 30_000) return ms;
  if (ms <= 300_000) return 30_000;
  return ms <= 1_200_000 ? 60_000 : 300_000;
}

/** A remainder shorter than this fraction of a row gets no row of its own; instead, all rows become slightly longer. */
const SHORTEST_ROW = 0.1;

/** Splits a part of a session into rows of equal scale. The last row ends with the part. */
export function splitRows(fromMs: number, toMs: number, wantedMs: number, width: number): readonly View[] {
  const count = Math.max(1, Math.ceil((toMs - fromMs) / wantedMs - SHORTEST_ROW));
  const rowMs = Math.max(wantedMs, (toMs - fromMs) / count);
  const pxPerSecond = scaleOf(rowMs, width);
  return Array.from({ length: count }, (_, index) => ({
    fromMs: fromMs + index * rowMs,
    toMs: Math.min(fromMs + (index + 1) * rowMs, toMs),
    pxPerSecond,
    textToMs: fromMs + (index + 1) * rowMs + (MARGIN_PX * 1000) / pxPerSecond,
    last: index === count - 1 ? true : undefined,
  }));
}
