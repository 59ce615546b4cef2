import { afterWords } from './timelineEvent.ts';
import { AXIS_PX, LEVEL_PX, type Lane, type Layout } from './lanes.ts';
import type { EventName, TimelineEvent, Mark, Timeline } from './model.ts';
import { edgesOf, isInside, textFrom, textLimit, visibleSpans, x, type View } from './scale.ts';
import { MARBLE_PX } from './shapes.ts';
import { stagger, type Pin } from './stagger.ts';
import { escapeText, formatNumber, svg, type Svg } from './svg.ts';
import { fitText, widthOf } from './text.ts';

type Side = 'user' | 'agent';

/** The label of each event and the class of its marble. */
const EVENTS: Readonly<Record<EventName, { readonly side: Side; readonly label: string; readonly look: string }>> = {
  on_user_started_speaking: { side: 'user', label: 'started', look: 'user open' },
  on_user_stopped_speaking: { side: 'user', label: 'stopped', look: 'user' },
  on_user_message_added: { side: 'user', label: 'message', look: 'user message' },
  on_agent_started_speaking: { side: 'agent', label: 'started', look: 'agent open' },
  on_agent_stopped_speaking: { side: 'agent', label: 'stopped', look: 'agent' },
  on_agent_message_added: { side: 'agent', label: 'message', look: 'agent message' },
  on_agent_interrupted: { side: 'agent', label: 'interrupted', look: 'cut' },
  on_function_calls_collected: { side: 'agent', label: 'calls', look: 'function open' },
  on_function_calls_executed: { side: 'agent', label: 'results', look: 'function' },
};

/** Draws the nine events as marbles, with labels if there is room. Simultaneous events are drawn below each other. */
export function drawEventsLane(side: Side, { events }: Timeline, lane: Lane, view: View): readonly Svg[] {
  const shown = events.filter(({ name }) => EVENTS[name].side === side);
  const line = lane.top + LEVEL_PX / 2;
  const placed = stagger(
    shown.map((event) => pin(event, view)),
    Math.floor(lane.height / LEVEL_PX),
  ).flatMap(({ level, limit }, index) => {
    const event = shown[index];
    return event === undefined || !isInside(event.atMs, view) ? [] : [{ event, y: line + level * LEVEL_PX, limit }];
  });
  const threads = placed
    .filter(({ y }) => y > line)
    .map(({ event, y }) => `M${formatNumber(x(view, event.atMs))} ${line}V${y}`);
  return [
    svg('path', { class: 'staff', d: `M0 ${line}H${formatNumber(x(view, view.toMs))}${threads.join('')}` }),
    ...placed.map(({ event, y, limit }) => drawEvent(event, y, limit, view)),
  ];
}

/** Draws an interruption as a line from the user's lane to the agent's. */
export function drawInterruption({ atMs, text }: Mark, { lanes }: Layout, view: View): Svg {
  const at = formatNumber(x(view, atMs));
  const { top, height } = lanes.get('agent') ?? { top: AXIS_PX, height: 0 };
  return svg(
    'g',
    { class: 'interruption' },
    svg('title', {}, escapeText(`interrupted ${text}`)),
    svg('path', { d: `M${at} ${AXIS_PX}V${top + height}` }),
    svg('path', { class: 'sign', d: `M${at} ${top + height / 2 - 5}l5 5l-5 5l-5 -5Z` }),
  );
}

/** Draws gaps in the client's input as shading behind all lanes. */
export function drawGaps(timeline: Timeline, { height }: Layout, view: View): readonly Svg[] {
  return visibleSpans(timeline.gaps, timeline.nowMs, view).map((gap) => {
    const [from, to] = edgesOf(gap, view);
    const box = { class: 'gap', x: from, y: AXIS_PX, width: to - from, height: height - AXIS_PX - 4 };
    const text = isInside(textFrom(gap, view), view) ? fitText(gap.kind, to - from - 8) : '';
    return (
      svg('rect', box, svg('title', {}, gap.kind)) +
      (text === '' ? '' : svg('text', { class: 'gap', x: from + 4, y: AXIS_PX + 12 }, text))
    );
  });
}

/** Distance from the middle of a marble to its label, in px. */
const NAME_PX = MARBLE_PX + 3;

function pin(event: TimelineEvent, view: View): Pin {
  const at = x(view, event.atMs) - MARBLE_PX;
  return { at, head: at + 2 * MARBLE_PX, end: at + MARBLE_PX + NAME_PX + widthOf(labelOf(event)) + 4 };
}

function drawEvent(event: TimelineEvent, y: number, limit: number, view: View): Svg {
  const { look } = EVENTS[event.name];
  const at = x(view, event.atMs);
  const label = labelOf(event);
  const isRoom = at + NAME_PX + widthOf(label) <= Math.min(limit, textLimit(view));
  return svg(
    'g',
    { class: 'event' },
    svg('title', {}, escapeText([event.name, event.detail].filter(Boolean).join(': '))),
    svg('circle', { class: `marble ${look}`, cx: at, cy: y, r: MARBLE_PX }),
    ...(isRoom ? [svg('text', { class: `event ${look}`, x: at + NAME_PX, y: y + 4 }, escapeText(label))] : []),
  );
}

function labelOf({ name, detail }: TimelineEvent): string {
  const { label } = EVENTS[name];
  return name === 'on_agent_interrupted' ? `${label} ${afterWords(detail)}` : label;
}
