import type { Span } from './model.ts';

/** The drawn part of a timeline and its scale. */
export interface View {
  /** Start in ms of session time. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Width of one second, in px. */
  readonly pxPerSecond: number;
  /**
   * End of the text in a row of its own, in ms of session time. Default: the view is a tile, and text may extend over
   * the next tile.
   */
  readonly textToMs?: number | undefined;
  /** True for the last view. */
  readonly last?: true | undefined;
}

/** A span with a known end. */
export type ClosedSpan<Kind extends Span> = Kind & { readonly toMs: number };

/** Shortest bar, in px. */
const SHORTEST_PX = 2;

/** Returns the position of a moment, in px from the left of the view. */
export function x({ fromMs, pxPerSecond }: View, ms: number): number {
  return ((ms - fromMs) * pxPerSecond) / 1000;
}

/** Returns the end of text, in px from the left of the view. */
export function textLimit(view: View): number {
  return view.textToMs === undefined ? Infinity : x(view, view.textToMs);
}

/** Returns whether a moment is in the view. The end of the view belongs to the next view, if there is one. */
export function isInside(ms: number, { fromMs, toMs, last }: View): boolean {
  return fromMs <= ms && (ms < toMs || (last === true && ms === toMs));
}

/** Returns the start of a span's text, in ms of session time: the start of the row if the span began earlier. */
export function textFrom({ fromMs, toMs }: ClosedSpan<Span>, view: View): number {
  const goesOn = view.textToMs !== undefined && fromMs < view.fromMs && toMs > view.fromMs;
  return goesOn ? view.fromMs : fromMs;
}

/** Returns the spans in the view. Open spans end now. */
export function visibleSpans<Kind extends Span>(
  spans: readonly Kind[],
  nowMs: number,
  view: View,
): readonly ClosedSpan<Kind>[] {
  return spans
    .map((span) => ({ ...span, toMs: span.toMs ?? nowMs }))
    .filter(({ fromMs, toMs }) => fromMs < view.toMs && toMs >= view.fromMs);
}

/** Clips a span to the view, in px, so that nothing is drawn twice where two views meet. */
export function edgesOf({ fromMs, toMs }: ClosedSpan<Span>, view: View): readonly [from: number, to: number] {
  const from = Math.max(0, x(view, fromMs));
  const to = Math.min(x(view, view.toMs), x(view, toMs));
  return [from, fromMs >= view.fromMs ? Math.max(to, from + SHORTEST_PX) : to];
}
