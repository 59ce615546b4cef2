import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Timeline } from '../../../draw/model.ts';
import { overviewPath, type OverviewShape } from '../logic/overview.ts';
import { clampStretch, lengthOf, moveBy, positionOf, type Stretch } from '../logic/stretch.ts';
import { chunksFor } from '../logic/tiles.ts';
import type { CallStore } from '../state/callStore.ts';

export interface OverviewProps {
  readonly store: CallStore;
  readonly timeline: Timeline;
  /** Times of failures, in ms. */
  readonly failures: readonly number[];
}

const WIDTH = 1000;
const HEIGHT = 40;

/** The whole call in a strip, the user above and the agent below, with the visible stretch as a brush. */
export function Overview({ store, timeline, failures }: OverviewProps): JSX.Element {
  const strip = useRef<HTMLDivElement>(null);
  const arrived = useMemo(() => signal(0), []);
  useEffect(() => store.parts.onLoad(() => (arrived.value += 1)), [store]);
  useEffect(() => (strip.current === null ? undefined : mountBrush(strip.current, store)), [store]);
  void arrived.value;
  const callMs = store.callMs.value;
  const x = (ms: number): number => (ms / callMs) * WIDTH;
  const pxPerSecond = (WIDTH * 1000) / callMs;
  const chunks = store.parts.take(chunksFor({ fromMs: 0, toMs: callMs }, pxPerSecond, callMs));
  const shape: OverviewShape = { callMs, width: WIDTH, height: HEIGHT };
  return (
    <div ref={strip} class="overview" aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <path class="spans user" d={overviewPath.spans(timeline.speech, timeline.nowMs, 'user', shape)} />
        <path class="spans agent" d={overviewPath.spans(timeline.utterances, timeline.nowMs, 'agent', shape)} />
        <path class="peaks user" d={overviewPath.peaks(chunks, 'user', shape)} />
        <path class="peaks agent" d={overviewPath.peaks(chunks, 'agent', shape)} />
        {timeline.interruptions.map(({ atMs }) => (
          <path key={atMs} class="cut" d={`M${x(atMs)} 0V${HEIGHT}`} />
        ))}
        {failures.map((atMs) => (
          <path key={atMs} class="failed" d={`M${x(atMs)} 0V${HEIGHT}`} />
        ))}
      </svg>
      <div class="overview-playhead" />
      <div class="brush">
        <span class="handle" data-end="from" />
        <span class="handle" data-end="to" />
      </div>
    </div>
  );
}

function mountBrush(strip: HTMLElement, store: CallStore): () => void {
  const brush = strip.querySelector<HTMLElement>('.brush');
  const playhead = strip.querySelector<HTMLElement>('.overview-playhead');
  const listening = new AbortController();
  const stops = [
    effect(() => {
      const { fromMs, toMs } = store.shown.value;
      const whole = { fromMs: 0, toMs: store.callMs.value };
      if (brush === null) return;
      brush.style.left = `${positionOf(whole, fromMs, 100)}%`;
      brush.style.width = `${positionOf(whole, toMs - fromMs, 100)}%`;
      brush.dataset['whole'] = String(lengthOf(store.shown.value) >= store.callMs.value);
    }),
    effect(() => {
      if (playhead !== null) playhead.style.left = `${(store.cursorMs.value / store.callMs.value) * 100}%`;
    }),
  ];
  strip.addEventListener('pointerdown', (event) => beginDrag(event, strip, store), { signal: listening.signal });
  return () => {
    listening.abort();
    for (const stop of stops) stop();
  };
}

/** Moves the brush, or one of its ends. A press outside brings the brush there. */
function beginDrag(event: PointerEvent, strip: HTMLElement, store: CallStore): void {
  const callMs = store.callMs.peek();
  const msAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = strip.getBoundingClientRect();
    return Math.min(Math.max((clientX - left) / width, 0), 1) * callMs;
  };
  const end = event.target instanceof HTMLElement ? event.target.dataset['end'] : undefined;
  const startMs = msAt(event);
  let start = store.shown.peek();
  if (end === undefined && (startMs < start.fromMs || startMs > start.toMs)) {
    const half = lengthOf(start) / 2;
    start = clampStretch({ fromMs: startMs - half, toMs: startMs + half }, callMs);
    store.show(start);
  }
  const dragging = new AbortController();
  const { signal: until } = dragging;
  let isMoved = false;
  strip.setPointerCapture(event.pointerId);
  strip.addEventListener(
    'pointermove',
    (moved) => {
      isMoved = true;
      store.show(dragged(start, msAt(moved) - startMs, end, callMs));
    },
    { signal: until },
  );
  const finish = (): void => {
    dragging.abort();
    if (!isMoved && end === undefined) store.moveTo(startMs);
  };
  strip.addEventListener('pointerup', finish, { signal: until });
  strip.addEventListener('pointercancel', finish, { signal: until });
}

function dragged(start: Stretch, byMs: number, end: string | undefined, callMs: number): Stretch {
  if (end === 'from')
    return clampStretch({ fromMs: Math.min(start.fromMs + byMs, start.toMs - 10), toMs: start.toMs }, callMs);
  if (end === 'to')
    return clampStretch({ fromMs: start.fromMs, toMs: Math.max(start.toMs + byMs, start.fromMs + 10) }, callMs);
  return moveBy(start, byMs, callMs);
}
