import { between, momentAt, wheelFactor, type Stretch } from '../logic/stretch.ts';

/** What the user does with the timeline. Times in ms of session time. */
export interface GestureActions {
  readonly shown: () => Stretch;
  readonly seek: (atMs: number) => void;
  readonly move: (ms: number) => void;
  readonly zoom: (atMs: number, factor: number) => void;
  readonly select: (stretch: Stretch | null) => void;
  readonly fit: () => void;
  readonly hover: (atMs: number | null) => void;
}

/** A drag that is shorter is a click, in px. */
const CLICK_PX = 4;

interface Drag {
  readonly kind: 'move' | 'select';
  readonly startX: number;
  readonly startMs: number;
  lastX: number;
  isMoved: boolean;
}

/** Listens to mouse, wheel, touch and pen. Returns a function that stops. */
export function listenToGestures(area: HTMLElement, actions: GestureActions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointers = new Map<number, number>();
  let drag: Drag | null = null;
  let apart = 0;

  const xOf = (event: MouseEvent): number => event.clientX - area.getBoundingClientRect().left;
  const msAt = (x: number): number => momentAt(actions.shown(), x, area.clientWidth);
  const pinch = (): void => {
    const [one = 0, other = 0] = pointers.values();
    const now = Math.max(Math.abs(one - other), 8);
    if (apart > 0) actions.zoom(msAt((one + other) / 2), apart / now);
    apart = now;
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const x = xOf(event);
    pointers.set(event.pointerId, x);
    area.setPointerCapture(event.pointerId);
    apart = 0;
    drag =
      pointers.size === 1
        ? { kind: event.shiftKey ? 'select' : 'move', startX: x, startMs: msAt(x), lastX: x, isMoved: false }
        : null;
  };
  const moveTo = (event: PointerEvent): void => {
    const x = xOf(event);
    actions.hover(event.pointerType === 'touch' ? null : msAt(x));
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, x);
    if (pointers.size === 2) return pinch();
    if (drag === null) return;
    drag.isMoved ||= Math.abs(x - drag.startX) > CLICK_PX;
    if (!drag.isMoved) return;
    if (drag.kind === 'select') actions.select(between(drag.startMs, msAt(x)));
    else actions.move(msAt(drag.lastX) - msAt(x));
    drag.lastX = x;
  };
  const up = (event: PointerEvent): void => {
    if (drag !== null && !drag.isMoved && event.type === 'pointerup') actions.seek(msAt(xOf(event)));
    pointers.delete(event.pointerId);
    drag = null;
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const perPx = (actions.shown().toMs - actions.shown().fromMs) / Math.max(1, area.clientWidth);
    if (Math.abs(across) > Math.abs(event.deltaY) || event.shiftKey) actions.move(across * unit * perPx);
    else actions.zoom(msAt(xOf(event)), wheelFactor(event.deltaY * unit, event.ctrlKey));
  };
  area.addEventListener('pointerdown', down, { signal });
  area.addEventListener('pointermove', moveTo, { signal });
  area.addEventListener('pointerup', up, { signal });
  area.addEventListener('pointercancel', up, { signal });
  area.addEventListener('pointerleave', () => actions.hover(null), { signal });
  area.addEventListener('wheel', wheel, { signal, passive: false });
  area.addEventListener('dblclick', () => actions.fit(), { signal });
  return () => stop.abort();
}
