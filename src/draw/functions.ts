import { BAR_PX, LEVEL_PX, middle, type Lane } from './lanes.ts';
import type { BackgroundSpan, FunctionSpan, Mark, Span, Timeline } from './model.ts';
import { edgesOf, isInside, textFrom, textLimit, x, type ClosedSpan, type View } from './scale.ts';
import { drawBar } from './shapes.ts';
import { stackCalls, type CallBar } from './stackCalls.ts';
import { escapeText, svg, type Svg } from './svg.ts';
import { POLICIES } from './timelineEvent.ts';
import { fitText, widthOf } from './text.ts';

/**
 * Draws function calls, one below the other if they run at the same time. The part of a call that runs in the
 * background is lighter, with its name, what follows its result, and a stroke for each report of its progress.
 */
export function drawFunctionsLane({ calls, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const bars = stackCalls(calls);
  return bars.flatMap((bar) => {
    const [first] = bar.calls;
    const place = { ...lane, top: lane.top + bar.level * LEVEL_PX, height: BAR_PX };
    const next = bars.find(({ level, fromMs }) => level === bar.level && fromMs > bar.fromMs)?.fromMs ?? Infinity;
    const limit = Math.min(x(view, next) - 4, textLimit(view));
    const span = { fromMs: bar.fromMs, toMs: bar.toMs ?? nowMs };
    return first?.background === undefined
      ? drawForeground(bar, span, { place, limit, view })
      : drawBackground({ ...first, ...span, background: first.background }, { place, limit, view });
  });
}

interface Place {
  readonly place: Lane;
  /** The right end of its text, in px. */
  readonly limit: number;
  readonly view: View;
}

/** Draws calls for whose results the model waits. Several calls have the name of the first, and their number. */
function drawForeground({ calls }: CallBar, span: ClosedSpan<Span>, { place, limit, view }: Place): readonly Svg[] {
  if (!isVisible(span, view)) return [];
  const names = calls.map(({ name }) => name);
  const drawn = drawBar(span, place, 'function', view, names.join(', '));
  const [first = '', ...others] = names;
  const text = others.length === 0 ? first : `${first} +${others.length}`;
  const at = edgesOf(span, view)[1] + 5;
  const isRoom = isInside(textFrom(span, view), view) && at + widthOf(text) <= limit;
  return isRoom ? [drawn, drawLabel(text, at, place)] : [drawn];
}

type RunningSpan = ClosedSpan<FunctionSpan> & { readonly background: BackgroundSpan };

function drawBackground(
  { name, fromMs, toMs, background }: RunningSpan,
  { place, limit, view }: Place,
): readonly Svg[] {
  const { policy, progress = [] } = background;
  const sinceMs = Math.min(background.sinceMs, toMs);
  const behind = { fromMs: sinceMs, toMs };
  const drawn = [
    drawPart({ fromMs, toMs: sinceMs }, 'function', name, { place, view }),
    drawPart(behind, 'function background', `${name}, in the background: ${POLICIES[policy]}`, { place, view }),
    ...progress.map((mark) => drawProgress(mark, { place, view })),
  ];
  const atMs = textFrom(behind, view);
  const at = x(view, atMs) + 6;
  const text = fitText(`${name} · ${POLICIES[policy]}`, limit - at);
  return isInside(atMs, view) && text !== '' ? [...drawn, drawLabel(text, at, place, 'function inside')] : drawn;
}

function drawPart(span: ClosedSpan<Span>, look: string, title: string, { place, view }: Omit<Place, 'limit'>): Svg {
  return isVisible(span, view) ? drawBar(span, place, look, view, title) : '';
}

function drawProgress({ atMs, text }: Mark, { place, view }: Omit<Place, 'limit'>): Svg {
  return isInside(atMs, view) ? drawBar({ fromMs: atMs, toMs: atMs }, place, 'function progress', view, text) : '';
}

function drawLabel(text: string, at: number, place: Lane, look = 'function'): Svg {
  return svg('text', { class: look, x: at, y: middle(place) + 4 }, escapeText(text));
}

function isVisible({ fromMs, toMs }: ClosedSpan<Span>, view: View): boolean {
  return fromMs < view.toMs && toMs >= view.fromMs;
}
