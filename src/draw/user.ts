import { LEVEL_PX, middle, type Lane } from './lanes.ts';
import type { Timeline, Window, TranscriptSpan } from './model.ts';
import { edgesOf, isInside, textFrom, visibleSpans, x, type View } from './scale.ts';
import { drawBar, drawCaption, drawMarble } from './shapes.ts';
import { stagger, type Pin } from './stagger.ts';
import { formatNumber, svg, type Svg } from './svg.ts';
import { widthOf } from './text.ts';
import { drawWave } from './wave.ts';

/** Draws the user's audio, or the voiced spans if the audio is unknown. */
export function drawUserLane(timeline: Timeline, lane: Lane, view: View): readonly Svg[] {
  const { microphone, voiced, windows, speech, nowMs } = timeline;
  const spoken = voiced.length > 0 || windows.length > 0 ? voiced : microphone.length > 0 ? [] : speech;
  return [
    ...visibleSpans(spoken, nowMs, view).map((span) => drawBar(span, lane, 'user', view)),
    drawWave(microphone, lane, 'user', view),
  ];
}

/**
 * Draws a column for each window (or group of windows within 2 px), as high as its probability and stronger from the
 * threshold on.
 */
export function drawWindowsLane({ windows, threshold, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const columns = columnsOf(visibleSpans(windows, nowMs, view), view);
  const isVoice = ({ probability }: Window): boolean => threshold !== null && probability >= threshold;
  return [
    drawColumns(
      columns.filter((window) => !isVoice(window)),
      lane,
      'window',
      view,
    ),
    drawColumns(columns.filter(isVoice), lane, 'window voice', view),
    threshold === null ? '' : drawThreshold(threshold, lane, view),
  ];
}

/** Draws the speech segments of the VAD. */
export function drawVadLane({ speech, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  return visibleSpans(speech, nowMs, view).map((span) => drawBar(span, lane, 'vad', view));
}

/** Draws transcripts at the start of their speech, with marbles where they arrived. */
export function drawWordsLane({ words }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const places = stagger(
    words.map((spoken) => pin(spoken, view)),
    2,
  );
  return words.flatMap((spoken, index) => {
    const { text, final } = spoken;
    const atMs = textFrom(spoken, view);
    const { level = 0, limit = Infinity } = places[index] ?? {};
    const name = final ? 'spoken' : 'spoken interim';
    // The first level is the lower one: its words lie above their line.
    const y = lane.top + 10 + (1 - level) * LEVEL_PX;
    return [
      drawArrivals(spoken, lane, view),
      drawCaption({ text, atMs, limit: limit - BETWEEN_PX, y, name, weight: 'bold' }, view),
    ];
  });
}

/** Gap between two texts, in px. */
const BETWEEN_PX = 8;

function pin(spoken: TranscriptSpan, view: View): Pin {
  const at = x(view, textFrom(spoken, view));
  return { at, head: at, end: at + widthOf(spoken.text, 'bold') + BETWEEN_PX };
}

/** Narrowest column, in px. */
const NARROWEST_PX = 2;

/** Merges narrow neighbours and keeps their highest probability. */
function columnsOf(windows: readonly Window[], view: View): readonly Window[] {
  const columns: Window[] = [];
  for (const window of windows) {
    const last = columns.at(-1);
    const isNarrow = last !== undefined && x(view, window.toMs) - x(view, last.fromMs) <= NARROWEST_PX;
    if (!isNarrow || window.fromMs - last.toMs > 1) columns.push(window);
    else
      columns[columns.length - 1] = {
        fromMs: last.fromMs,
        toMs: window.toMs,
        probability: Math.max(last.probability, window.probability),
      };
  }
  return columns;
}

/** Lowest probability that is drawn. */
const IMPROBABLE = 0.03;

function drawColumns(windows: readonly Window[], { top, height }: Lane, name: string, view: View): Svg {
  const columns = windows
    .filter(({ probability }) => probability >= IMPROBABLE)
    .map((window) => {
      const [from, to] = edgesOf(window, view);
      const gap = to - from > 4 ? 1 : 0;
      return `M${formatNumber(from)} ${formatNumber(top + height)}V${formatNumber(top + height * (1 - window.probability))}H${formatNumber(to - gap)}V${formatNumber(top + height)}Z`;
    });
  return columns.length === 0 ? '' : svg('path', { class: name, d: columns.join('') });
}

function drawThreshold(threshold: number, { top, height }: Lane, view: View): Svg {
  const y = top + height * (1 - threshold);
  return svg('path', { class: 'threshold', d: `M0 ${formatNumber(y)}H${formatNumber(x(view, view.toMs))}` });
}

/** Draws a line below the words, from the start of their speech to their arrival. */
function drawArrivals(
  { fromMs, toMs, final, interims }: TranscriptSpan,
  { label, top, height }: Lane,
  view: View,
): Svg {
  if (fromMs >= view.toMs || toMs < view.fromMs) return '';
  const line = { label, top: top + height - 6, height: 6 };
  const [from, to] = edgesOf({ fromMs, toMs }, view);
  const marbles = [...interims, ...(final ? [] : [toMs])].filter((atMs) => isInside(atMs, view));
  return [
    svg('path', { class: 'thread', d: `M${formatNumber(from)} ${middle(line)}H${formatNumber(to)}` }),
    ...marbles.map((atMs) => drawMarble(atMs, line, 'interim', view, 2.5)),
    ...(final && isInside(toMs, view) ? [drawMarble(toMs, line, 'final', view, 3)] : []),
  ].join('');
}
