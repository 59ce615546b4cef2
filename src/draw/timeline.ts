import type { Envelope } from './envelope.ts';
import { CELL_MS, soundWithin } from './envelope.ts';
import { HEIGHT, LANES, middle } from './lanes.ts';
import type { Lane } from './lanes.ts';
import type { Call, Mark, Reply, Span, Timeline, Utterance, Words } from './model.ts';
import type { Svg } from './svg.ts';
import { escaped, rounded, svg } from './svg.ts';

/** Which part of a timeline is drawn, and how large. */
export interface View {
  /** In ms of session time. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Width of a second, in px. */
  readonly pxPerSecond: number;
}

/**
 * Draws a part of a session on its one axis of time: what both sides sounded like, and between them what was made of it.
 * Parts that lie side by side fit together; text that does not end in its part is seen over the next one.
 *
 * @returns an `svg` element of the part's width and `HEIGHT`; its colours are left to the style sheet, by class
 */
export function drawTimeline(timeline: Timeline, view: View): Svg {
  const width = x(view, view.toMs);
  const size = { viewBox: `0 0 ${rounded(width)} ${HEIGHT}`, width, height: HEIGHT };
  const drawn = [
    axis(view, width),
    wave(timeline.microphone, LANES.microphone, 'microphone', view),
    ...within(timeline.speech, timeline, view).map((span) => bar(span, LANES.voice, 'voice', view)),
    ...wordsWithin(timeline, view),
    ...within(timeline.replies, timeline, view).flatMap((reply) => model(reply, view)),
    ...within(timeline.calls, timeline, view).map((call) => functionCall(call, view)),
    ...within(timeline.waits, timeline, view).map((wait) => dimension(wait, view)),
    ...within(timeline.utterances, timeline, view).map((spoken) => utterance(spoken, view)),
    wave(timeline.loudspeaker, LANES.agent, 'agent', view),
    ...timeline.interruptions.filter(({ atMs }) => inside(atMs, view)).map((cut) => interruption(cut, view)),
  ];
  return svg('svg', { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', ...size }, ...drawn);
}

/** Width of a character of the timeline's text, about, in px. */
const CHARACTER_PX = 6.4;

/** What sounds or lasts stands on a line; what is read does not: it would be crossed out. */
const STAVES: readonly Lane[] = [LANES.microphone, LANES.voice, LANES.model, LANES.agent];

/** A bar is never so short that it cannot be seen, in px. */
const SHORTEST_PX = 2;

/** What is quieter than this is not drawn, in dB below full scale. */
const QUIETEST_DB = -54;
const LOUDEST_DB = -8;

function x({ fromMs, pxPerSecond }: View, ms: number): number {
  return ((ms - fromMs) * pxPerSecond) / 1000;
}

function inside(ms: number, { fromMs, toMs }: View): boolean {
  return fromMs <= ms && ms < toMs;
}

type Closed<Kind extends Span> = Kind & { readonly toMs: number };

/** What is seen of the view's time; what still goes on is seen up to now. */
function within<Kind extends Span>(spans: readonly Kind[], { nowMs }: Timeline, view: View): readonly Closed<Kind>[] {
  return spans
    .map((span) => ({ ...span, toMs: span.toMs ?? nowMs }))
    .filter(({ fromMs, toMs }) => fromMs < view.toMs && toMs >= view.fromMs);
}

/** A tick each second, a figure at every fifth. */
function axis(view: View, width: number): Svg {
  const seconds = Array.from(
    { length: Math.ceil((view.toMs - view.fromMs) / 1000) },
    (_, index) => Math.ceil(view.fromMs / 1000) + index,
  ).filter((second) => inside(second * 1000, view));
  const lines = STAVES.map((lane) => `M0 ${rounded(middle(lane))}H${rounded(width)}`);
  const ticks = seconds.map((second) => `M${rounded(x(view, second * 1000))} ${second % 5 === 0 ? 14 : 18}V22`);
  const figures = seconds
    .filter((second) => second % 5 === 0)
    .map((second) => svg('text', { class: 'figure', x: x(view, second * 1000) + 3, y: 12 }, clock(second)));
  return svg(
    'g',
    { class: 'axis' },
    svg('path', { class: 'staff', d: lines.join('') }),
    svg('path', { d: ticks.join('') }),
    ...figures,
  );
}

function clock(second: number): string {
  return second < 60 ? `${second} s` : `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
}

/** One stroke for each cell, as high as it was loud. */
function wave(envelope: Envelope, lane: Lane, name: string, view: View): Svg {
  const strokes = soundWithin(envelope, view.fromMs, view.toMs).map(({ atMs, level }) => {
    const half = (loudness(level) * lane.height) / 2;
    const [centre, at] = [middle(lane), x(view, atMs + CELL_MS / 2)];
    return half < 0.5 ? '' : `M${rounded(at)} ${rounded(centre - half)}V${rounded(centre + half)}`;
  });
  return svg('path', { class: `wave ${name}`, d: strokes.join('') });
}

/** From 0 to 1 as it is heard. */
function loudness(level: number): number {
  const db = 20 * Math.log10(Math.max(level, 1e-6));
  return Math.min(1, Math.max(0, (db - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)));
}

function bar(span: Closed<Span>, { top, height }: Lane, name: string, view: View): Svg {
  const [from, to] = edges(span, view);
  return svg('rect', { class: `bar ${name}`, x: from, y: top, width: to - from, height, rx: 2 });
}

/** Cut to the view, so that nothing is drawn twice where two parts meet. */
function edges({ fromMs, toMs }: Closed<Span>, view: View): readonly [from: number, to: number] {
  const from = Math.max(0, x(view, fromMs));
  const to = Math.min(x(view, view.toMs), x(view, toMs));
  return [from, fromMs >= view.fromMs ? Math.max(to, from + SHORTEST_PX) : to];
}

/** Each stands where its speech began, and has room up to the next. */
function wordsWithin({ words }: Timeline, view: View): readonly Svg[] {
  return words
    .map((spoken, index) => ({ spoken, next: words[index + 1] }))
    .filter(({ spoken }) => inside(spoken.fromMs, view))
    .map(({ spoken, next }) => phrase(spoken, next === undefined ? Infinity : x(view, next.fromMs), view));
}

function phrase({ fromMs, text, final }: Words, limit: number, view: View): Svg {
  const from = x(view, fromMs);
  const room = Math.max(1, Math.floor((limit - from) / CHARACTER_PX) - 1);
  const shown = text.length <= room ? text : `${text.slice(0, room - 1)}…`;
  const { top, height } = LANES.words;
  return svg(
    'text',
    { class: final ? 'words' : 'words interim', x: from, y: top + height - 5 },
    svg('title', {}, escaped(text)),
    escaped(shown),
  );
}

/** Hollow while it thinks, full from its first words on. */
function model(reply: Closed<Reply>, view: View): readonly Svg[] {
  const { textAtMs, reason } = reply;
  const name = reason === null ? 'model' : `model ${reason}`;
  if (textAtMs === null || textAtMs >= reply.toMs) return [bar(reply, LANES.model, `${name} thinking`, view)];
  const thinking = { fromMs: reply.fromMs, toMs: textAtMs };
  const writing = { fromMs: textAtMs, toMs: reply.toMs };
  return [
    ...(thinking.toMs >= view.fromMs ? [bar(thinking, LANES.model, `${name} thinking`, view)] : []),
    ...(writing.fromMs < view.toMs ? [bar(writing, LANES.model, `${name} writing`, view)] : []),
  ];
}

function functionCall(call: Closed<Call>, view: View): Svg {
  const { top, height } = LANES.functions;
  const [from, to] = edges(call, view);
  const drawn = svg('rect', {
    class: 'bar function',
    x: from,
    y: top + height / 2 - 4,
    width: to - from,
    height: 8,
    rx: 4,
  });
  if (!inside(call.fromMs, view)) return drawn;
  return drawn + svg('text', { class: 'function', x: to + 5, y: top + height - 4 }, escaped(call.name));
}

/** How long it took from the end of the user's turn to the first sound, as builders write a length: above both sounds. */
function dimension(wait: Closed<Span>, view: View): Svg {
  const [from, to] = edges(wait, view);
  const level = LANES.agent.top - 8;
  const ends = [wait.fromMs, wait.toMs].filter((ms) => inside(ms, view)).map((ms) => rounded(x(view, ms)));
  const stops = ends.map((end) => `M${end} ${level - 4}v8`).join('');
  const line = svg('path', { class: 'dimension', d: `M${rounded(from)} ${level}H${rounded(to)}${stops}` });
  if (!inside(wait.fromMs, view)) return line;
  const text = `${((wait.toMs - wait.fromMs) / 1000).toFixed(2)} s`;
  return line + svg('text', { class: 'dimension', x: from - 5, y: level + 4, 'text-anchor': 'end' }, text);
}

function utterance(spoken: Closed<Utterance>, view: View): Svg {
  return bar(spoken, LANES.agent, spoken.cut ? 'utterance cut' : 'utterance', view);
}

/** A line from the user's sound, which cut, to the agent's, which was cut. */
function interruption({ atMs, text }: Mark, view: View): Svg {
  const at = x(view, atMs);
  const { top, height } = LANES.interruption;
  return svg(
    'g',
    { class: 'interruption' },
    svg('path', { d: `M${rounded(at)} ${LANES.microphone.top}V${top + height / 2}` }),
    svg('path', { class: 'sign', d: `M${rounded(at)} ${top + height / 2 - 5}l5 5l-5 5l-5 -5Z` }),
    svg('text', { x: at + 10, y: top + height - 5 }, escaped(text)),
  );
}
