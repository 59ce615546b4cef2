/** A stretch of session time, in ms. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The shortest stretch that is shown, in ms. */
export const SHORTEST_MS = 10;

/** Returns the length of a stretch, in ms. */
export function lengthOf({ fromMs, toMs }: Stretch): number {
  return toMs - fromMs;
}

/** Moves and shortens a stretch so that it lies within the call. */
export function clampStretch({ fromMs, toMs }: Stretch, callMs: number): Stretch {
  const whole = Math.max(callMs, SHORTEST_MS);
  const length = Math.min(Math.max(toMs - fromMs, SHORTEST_MS), whole);
  const from = Math.min(Math.max(fromMs, 0), whole - length);
  return { fromMs: from, toMs: from + length };
}

/** Zooms around a moment, which keeps its place on the screen. A `factor` below 1 shows less. */
export function zoomAround(shown: Stretch, atMs: number, factor: number, callMs: number): Stretch {
  const length = Math.min(Math.max(lengthOf(shown) * factor, SHORTEST_MS), Math.max(callMs, SHORTEST_MS));
  const share = (atMs - shown.fromMs) / lengthOf(shown);
  const fromMs = atMs - share * length;
  return clampStretch({ fromMs, toMs: fromMs + length }, callMs);
}

/** Moves a stretch along the axis. */
export function moveBy(shown: Stretch, ms: number, callMs: number): Stretch {
  return clampStretch({ fromMs: shown.fromMs + ms, toMs: shown.toMs + ms }, callMs);
}

/** Returns the factor of a zoom for the distance that a wheel turned, in px. A pinch turns less, and counts for more. */
export function wheelFactor(deltaPx: number, isPinch: boolean): number {
  const limited = Math.min(Math.max(deltaPx, -240), 240);
  return Math.exp(limited * (isPinch ? 0.01 : 0.002));
}

/**
 * Returns the stretch to show so that a moment is seen: the same one if it is inside, otherwise one of equal length in
 * which it is a quarter from the left.
 */
export function reveal(shown: Stretch, atMs: number, callMs: number): Stretch {
  if (atMs >= shown.fromMs && atMs <= shown.toMs) return shown;
  const length = lengthOf(shown);
  const fromMs = atMs - length / 4;
  return clampStretch({ fromMs, toMs: fromMs + length }, callMs);
}

/** Returns the moment at a position, in ms. */
export function momentAt(shown: Stretch, px: number, widthPx: number): number {
  return shown.fromMs + (px / Math.max(widthPx, 1)) * lengthOf(shown);
}

/** Returns the position of a moment, in px. */
export function positionOf(shown: Stretch, atMs: number, widthPx: number): number {
  return ((atMs - shown.fromMs) / lengthOf(shown)) * widthPx;
}

/** Returns a stretch with its ends in order, for a drag in either direction. */
export function between(oneMs: number, otherMs: number): Stretch {
  return { fromMs: Math.min(oneMs, otherMs), toMs: Math.max(oneMs, otherMs) };
}
