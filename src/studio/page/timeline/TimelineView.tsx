import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { drawLabels, type Layout } from '../../../draw/lanes.ts';
import { formatClock } from '../logic/format.ts';
import { clampStretch, moveBy, positionOf, zoomAround, type Stretch } from '../logic/stretch.ts';
import type { CallStore } from '../state/callStore.ts';
import { listenToGestures } from './gestures.ts';
import { createTileLayer, type Track } from './tileLayer.ts';

export interface TimelineViewProps {
  readonly store: CallStore;
  readonly tracks: readonly NamedTrack[];
}

/** A track with a title, if there are several. */
export interface NamedTrack extends Track {
  readonly title: string | null;
}

/** Width of the labels, in px. */
const LABELS_PX = 92;

/** The lanes of a call on an axis that zooms and moves. Several tracks are one below the other, on the same axis. */
export function TimelineView({ store, tracks }: TimelineViewProps): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const labels = useRef<(HTMLDivElement | null)[]>([]);
  const hovered = useMemo(() => signal<number | null>(null), []);
  useEffect(() => {
    if (area.current === null) return undefined;
    return listenToGestures(area.current, actionsOf(store, hovered));
  }, [store]);
  return (
    <div class="timeline-view">
      <div class="track-labels" aria-hidden="true">
        {tracks.map((_, index) => (
          <div key={index} ref={(element) => void (labels.current[index] = element)} />
        ))}
      </div>
      <div
        ref={area}
        class="timeline-area"
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-describedby="transcript-hint"
        aria-valuemin={0}
        aria-valuemax={Math.round(store.callMs.value)}
        aria-valuenow={Math.round(store.cursorMs.value)}
        aria-valuetext={formatClock(store.cursorMs.value)}
      >
        {tracks.map((track, index) => (
          <TrackView key={index} store={store} track={track} labelsOf={() => labels.current[index] ?? null} />
        ))}
        <Overlays store={store} hovered={hovered} area={area} />
      </div>
    </div>
  );
}

function actionsOf(store: CallStore, hovered: { value: number | null }): Parameters<typeof listenToGestures>[1] {
  const callMs = (): number => store.callMs.peek();
  return {
    shown: () => store.shown.peek(),
    seek: store.moveTo,
    move: (ms) => store.show(moveBy(store.shown.peek(), ms, callMs())),
    zoom: (atMs, factor) => store.show(zoomAround(store.shown.peek(), atMs, factor, callMs())),
    select: (stretch) => {
      store.selection.value = stretch === null ? null : limit(stretch, callMs());
    },
    fit: () => store.show({ fromMs: 0, toMs: callMs() }),
    hover: (atMs) => (hovered.value = atMs),
  };
}

function limit({ fromMs, toMs }: Stretch, callMs: number): Stretch {
  return clampStretch({ fromMs: Math.max(0, fromMs), toMs: Math.min(callMs, toMs) }, callMs);
}

interface TrackViewProps {
  readonly store: CallStore;
  readonly track: NamedTrack;
  /** Returns where its labels are drawn. */
  readonly labelsOf: () => HTMLElement | null;
}

/** One track: its tiles, and its labels to the left. */
function TrackView({ store, track, labelsOf }: TrackViewProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  const current = useMemo(() => signal(track), []);
  current.value = track;
  useEffect(() => {
    const labels = labelsOf();
    if (box.current === null || tiles.current === null || labels === null) return undefined;
    return mountTrack({ box: box.current, tiles: tiles.current, labels }, store, current);
  }, [store]);
  return (
    <div ref={box} class="track">
      <div ref={tiles} class="tiles" aria-hidden="true" />
      {track.title !== null && <p class="track-title">{track.title}</p>}
    </div>
  );
}

interface TrackElements {
  readonly box: HTMLElement;
  readonly tiles: HTMLElement;
  readonly labels: HTMLElement;
}

function mountTrack({ box, tiles, labels }: TrackElements, store: CallStore, track: ReadonlySignal<Track>): () => void {
  const layer = createTileLayer(tiles);
  const size = signal({ widthPx: tiles.clientWidth, heightPx: box.clientHeight });
  const observer = new ResizeObserver(() => {
    size.value = { widthPx: tiles.clientWidth, heightPx: box.clientHeight };
  });
  observer.observe(box);
  let written = '';
  const writeLabels = (layout: Layout): void => {
    const markup = drawLabels(LABELS_PX, layout);
    if (markup === written) return;
    written = markup;
    labels.innerHTML = markup;
    tiles.style.height = `${layout.height}px`;
  };
  const stop = effect(() => {
    if (size.value.widthPx > 0) writeLabels(layer.render(track.value, { shown: store.shown.value, ...size.value }));
  });
  return () => {
    stop();
    observer.disconnect();
    layer.dispose();
  };
}

interface OverlaysProps {
  readonly store: CallStore;
  readonly hovered: ReadonlySignal<number | null>;
  readonly area: { readonly current: HTMLElement | null };
}

/** The playhead, the line below the pointer and the selected stretch. */
function Overlays({ store, hovered, area }: OverlaysProps): JSX.Element {
  const playhead = useRef<HTMLDivElement>(null);
  const pointer = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const width = signal(area.current?.clientWidth ?? 0);
    const observer = new ResizeObserver(() => (width.value = area.current?.clientWidth ?? 0));
    if (area.current !== null) observer.observe(area.current);
    const x = (atMs: number): number => positionOf(store.shown.value, atMs, width.value);
    const stops = [
      effect(() => placeLine(playhead.current, x(store.cursorMs.value), width.value, null)),
      effect(() => {
        const atMs = hovered.value;
        placeLine(pointer.current, atMs === null ? -1 : x(atMs), width.value, atMs);
      }),
      effect(() => placeBand(selection.current, store.selection.value, x)),
    ];
    return () => {
      for (const stop of stops) stop();
      observer.disconnect();
    };
  }, [store]);
  return (
    <>
      <div ref={selection} class="selection" />
      <div ref={pointer} class="pointer" />
      <div ref={playhead} class="playhead" />
    </>
  );
}

function placeLine(line: HTMLElement | null, x: number, width: number, atMs: number | null): void {
  if (line === null) return;
  line.hidden = x < -1 || x > width + 1 || (atMs === null && line.className === 'pointer');
  line.style.transform = `translateX(${x}px)`;
  if (atMs === null) return;
  line.dataset['time'] = formatClock(atMs);
  line.dataset['side'] = x > width - 90 ? 'left' : 'right';
}

function placeBand(band: HTMLElement | null, stretch: Stretch | null, x: (atMs: number) => number): void {
  if (band === null) return;
  band.hidden = stretch === null;
  if (stretch === null) return;
  band.style.left = `${x(stretch.fromMs)}px`;
  band.style.width = `${Math.max(1, x(stretch.toMs) - x(stretch.fromMs))}px`;
}
