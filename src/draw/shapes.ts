import { middle, type Lane } from './lanes.ts';
import type { Span } from './model.ts';
import { edgesOf, isInside, textLimit, x, type ClosedSpan, type View } from './scale.ts';
import { escapeText, svg, type Svg } from './svg.ts';
import { fitText, type Weight } from './text.ts';

/** Radius of a marble, in px. */
export const MARBLE_PX = 4;

/** Draws a span as a bar as high as its lane, with round corners unless it continues in another view. */
export function drawBar(span: ClosedSpan<Span>, { top, height }: Lane, name: string, view: View, title = ''): Svg {
  const [from, to] = edgesOf(span, view);
  const isWhole = span.fromMs >= view.fromMs && span.toMs <= view.toMs;
  const box = {
    class: `bar ${name}`,
    x: from,
    y: top,
    width: to - from,
    height,
    rx: isWhole ? Math.min(4, height / 2) : 0,
  };
  return svg('rect', box, ...titled(title));
}

/** Draws a moment on the line of its lane. */
export function drawMarble(atMs: number, lane: Lane, name: string, view: View, radius: number = MARBLE_PX): Svg {
  return svg('circle', { class: `marble ${name}`, cx: x(view, atMs), cy: middle(lane), r: radius });
}

/** Text at a moment. */
export interface Caption {
  readonly text: string;
  readonly atMs: number;
  /** Its right end and its baseline, in px. */
  readonly limit: number;
  readonly y: number;
  readonly name: string;
  /** Default: regular. */
  readonly weight?: Weight | undefined;
}

/** Draws text, shortened to the available room, with the complete text as its tooltip. */
export function drawCaption({ text, atMs, limit, y, name, weight }: Caption, view: View): Svg {
  const from = x(view, atMs);
  const shown = fitText(text, Math.min(limit, textLimit(view)) - from, weight);
  return shown === '' || !isInside(atMs, view)
    ? ''
    : svg('text', { class: name, x: from, y }, ...titled(text), escapeText(shown));
}

function titled(text: string): readonly Svg[] {
  return text === '' ? [] : [svg('title', {}, escapeText(text))];
}
