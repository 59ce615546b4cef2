import { LEVEL_PX, middle, type Lane } from './lanes.ts';
import { closeSpans, type Span, type Timeline, type Utterance, type Word } from './model.ts';
import { edgesOf, isInside, textFrom, textLimit, visibleSpans, x, type ClosedSpan, type View } from './scale.ts';
import { drawBar, drawCaption } from './shapes.ts';
import { stagger } from './stagger.ts';
import { escapeText, formatNumber, svg, type Svg } from './svg.ts';
import { fitText, widthOf } from './text.ts';
import { drawWave } from './wave.ts';

/** Draws TTS synthesis: hollow until the first audio, then filled. */
export function drawVoiceLane({ syntheses, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  return visibleSpans(syntheses, nowMs, view).flatMap((synthesis) => {
    const { fromMs, toMs, text } = synthesis;
    const audioAtMs = Math.min(synthesis.audioAtMs ?? toMs, toMs);
    const parts: readonly (readonly [ClosedSpan<Span>, string])[] = [
      [{ fromMs, toMs: audioAtMs }, 'voice waiting'],
      [{ fromMs: audioAtMs, toMs }, 'voice making'],
    ];
    return parts
      .filter(([part]) => part.fromMs < part.toMs && part.fromMs < view.toMs && part.toMs >= view.fromMs)
      .map(([part, name]) => drawBar(part, lane, name, view, text));
  });
}

/** Draws the wait for the first sound as a dimension line, with its length if there is room. */
export function drawWaitLane({ waits, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  return visibleSpans(waits, nowMs, view).map((wait) => {
    const text = `${((wait.toMs - wait.fromMs) / 1000).toFixed(2)} s`;
    const at = x(view, wait.toMs) + 5;
    const next = waits.find(({ fromMs }) => fromMs >= wait.toMs);
    const limit = Math.min(next === undefined ? Infinity : x(view, next.fromMs) - 4, textLimit(view));
    const isRoom = isInside(wait.toMs, view) && at + widthOf(text) <= limit;
    return (
      drawDimension(wait, lane, view) + (isRoom ? svg('text', { class: 'wait', x: at, y: middle(lane) + 4 }, text) : '')
    );
  });
}

/** Draws the heard audio and, separately, the synthesised audio that was not heard. */
export function drawAgentLane({ utterances, loudspeaker, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const drawn = visibleSpans(utterances, nowMs, view).map((spoken) =>
    drawBar(spoken, lane, spoken.cut ? 'agent cut' : 'agent', view, spoken.heard ?? spoken.text),
  );
  const unheard = visibleSpans(
    utterances.map((_, index) => unheardOf(utterances, index)),
    nowMs,
    view,
  )
    .filter(({ fromMs, toMs }) => fromMs < toMs)
    .map((span) => drawBar(span, lane, 'unheard', view, 'made, not heard'));
  return [...drawn, ...unheard, drawWave(loudspeaker, lane, 'agent', view)];
}

/** Draws the heard text, word by word if the times are known and there is room. The rest is struck out. */
export function drawHeardLane({ utterances, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const known = closeSpans(utterances, nowMs);
  const pins = known.map((spoken) => {
    const at = x(view, textFrom(spoken, view));
    return { at, head: at, end: at + widthOf(spoken.text) + 2 * BETWEEN_PX };
  });
  const places = stagger(pins, 2);
  return known.flatMap((spoken, index) => {
    const { level = 0, limit = Infinity } = places[index] ?? {};
    const y = lane.top + 10 + level * LEVEL_PX;
    const words = spoken.words.filter(({ fromMs }) => fromMs < spoken.toMs);
    return areRoomy(words, view)
      ? words.map((word, at) => {
          const room = beginOf(words[at + 1], limit, view);
          return drawCaption({ text: word.text, atMs: textFrom(word, view), limit: room, y, name: 'heard' }, view);
        })
      : [drawText(spoken, limit - BETWEEN_PX, y, view)];
  });
}

/** Gap between two texts, in px. */
const BETWEEN_PX = 8;

function drawDimension(wait: ClosedSpan<Span>, lane: Lane, view: View): Svg {
  const [from, to] = edgesOf(wait, view);
  const y = middle(lane);
  const ends = [wait.fromMs, wait.toMs].filter((ms) => isInside(ms, view)).map((ms) => formatNumber(x(view, ms)));
  const stops = ends.map((end) => `M${end} ${y - 4}v8`).join('');
  return svg('path', { class: 'wait', d: `M${formatNumber(from)} ${y}H${formatNumber(to)}${stops}` });
}

/** Returns the span of the unheard audio, up to the next utterance. */
function unheardOf(utterances: readonly Utterance[], index: number): ClosedSpan<Span> {
  const { fromMs, toMs, unheardMs } = utterances[index] ?? { fromMs: 0, toMs: null, unheardMs: 0 };
  const from = toMs ?? fromMs;
  const next = utterances[index + 1]?.fromMs ?? Infinity;
  return { fromMs: from, toMs: Math.min(from + (toMs === null ? 0 : unheardMs), next) };
}

/** Returns whether each word fits at its own time. */
function areRoomy(words: readonly Word[], view: View): boolean {
  return (
    words.length > 0 &&
    words.every(
      ({ text, fromMs }, index) => x(view, fromMs) + widthOf(text) < beginOf(words[index + 1], Infinity, view),
    )
  );
}

function beginOf(word: Word | undefined, limit: number, view: View): number {
  return word === undefined ? limit : x(view, word.fromMs);
}

/** Draws the heard text of an utterance in one piece, with the unheard rest struck out. */
function drawText(spoken: ClosedSpan<Utterance>, limit: number, y: number, view: View): Svg {
  const { text, heard } = spoken;
  const atMs = textFrom(spoken, view);
  const visible = atMs > spoken.fromMs ? restOf(spoken, view) : (heard ?? text);
  const room = Math.min(limit, textLimit(view)) - x(view, atMs);
  const unheard = heard !== null && text.startsWith(heard) ? text.slice(heard.length).trim() : '';
  const struck = fitText(unheard, room - widthOf(`${visible} `));
  if (struck === '' || !isInside(atMs, view))
    return drawCaption({ text: visible, atMs, limit, y, name: 'heard' }, view);
  return svg(
    'text',
    { class: 'heard', x: x(view, atMs), y },
    svg('title', {}, escapeText(text)),
    escapeText(`${visible} `),
    svg('tspan', { class: 'never' }, escapeText(struck)),
  );
}

/** Returns the heard text from the start of the view on, or all of it if the word times are unknown. */
function restOf({ words, heard, text }: Utterance, view: View): string {
  const rest = words.filter(({ toMs }) => toMs > view.fromMs);
  return words.length === 0 ? (heard ?? text) : rest.map((word) => word.text).join(' ');
}
