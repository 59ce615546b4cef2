import type { Span } from './model.ts';

/** Which part of a timeline is drawn, and how large. */
export interface View {
  /** In ms of session time. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Width of a second, in px. */
  readonly pxPerSecond: number;
  /**
   * Of a row that stands alone: how far text may reach, in ms of session time. Default: it is one of several parts side by
   * side, so that text goes as far as it needs, over what stands at the right.
   */
  readonly textToMs?: number | undefined;
  /** Nothing comes after it. */
  readonly last?: true | undefined;
}

/** A span of which the end is known. */
export type ClosedSpan<Kind extends Span> = Kind & { readonly toMs: number };

/** A bar is never so short that it cannot be seen, in px. */
const SHORTEST_PX = 2;

/** Where a moment lies, in px from the left of the view. */
export function x({ fromMs, pxPerSecond }: View, ms: number): number {
  return ((ms - fromMs) * pxPerSecond) / 1000;
}

/** Where text must end, in px from the left of the view. */
export function textLimit(view: View): number {
  return view.textToMs === undefined ? Infinity : x(view, view.textToMs);
}

/** Whether a moment lies in the view: its end is that of the next one, if there is one. */
export function isInside(ms: number, { fromMs, toMs, last }: View): boolean {
  return fromMs <= ms && (ms < toMs || (last === true && ms === toMs));
}

/** Where the text of a span stands: in a row of its own at the left, if it began before. In ms of session time. */
export function textFrom({ fromMs, toMs }: ClosedSpan<Span>, view: View): number {
  const goesOn = view.textToMs !== undefined && fromMs < view.fromMs && toMs > view.fromMs;
  return goesOn ? view.fromMs : fromMs;
}

/** What is seen of the view's time; what still goes on is seen up to now. */
export function visibleSpans<Kind extends Span>(
  spans: readonly Kind[],
  nowMs: number,
  view: View,
): readonly ClosedSpan<Kind>[] {
  return spans
    .map((span) => ({ ...span, toMs: span.toMs ?? nowMs }))
    .filter(({ fromMs, toMs }) => fromMs < view.toMs && toMs >= view.fromMs);
}

/** Cut to the view, so that nothing is drawn twice where two parts meet. In px. */
export function edgesOf({ fromMs, toMs }: ClosedSpan<Span>, view: View): readonly [from: number, to: number] {
  const from = Math.max(0, x(view, fromMs));
  const to = Math.min(x(view, view.toMs), x(view, toMs));
  return [from, fromMs >= view.fromMs ? Math.max(to, from + SHORTEST_PX) : to];
}
