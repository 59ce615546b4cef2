import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';

/** A side whose audio was kept. */
export interface Side {
  readonly name: 'user' | 'agent';
  readonly source: string;
}

/** Plays both sides of a call. Without audio the playhead moves in silence. */
export interface Player {
  readonly playing: ReadonlySignal<boolean>;
  readonly speed: Signal<number>;
  /** The sides that are silenced. */
  readonly muted: Signal<ReadonlySet<Side['name']>>;
  /** Why there is no sound, or null. */
  readonly failure: ReadonlySignal<string | null>;
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Tells that the playhead was moved by something else. */
  readonly moved: () => void;
  readonly dispose: () => void;
}

/** How far two sides may be apart before one is moved, in seconds. */
const APART_S = 0.06;

/** Creates a player that moves `cursorMs` while it plays, up to `endMs`. */
export function createPlayer(sides: readonly Side[], cursorMs: Signal<number>, endMs: number): Player {
  const playing = signal(false);
  const speed = signal(1);
  const muted = signal<ReadonlySet<Side['name']>>(new Set());
  const failure = signal<string | null>(null);
  const elements = sides.map(({ source }) => createAudio(source, failure));
  const [leader, ...others] = elements;
  let frame = 0;
  let began = { atMs: 0, cursorMs: 0 };

  const follow = (): void => {
    if (leader !== undefined && tellsTime(leader)) {
      cursorMs.value = leader.currentTime * 1000;
      keepTogether(leader, others);
      restart();
    } else if (leader === undefined || leader.error !== null || leader.ended)
      cursorMs.value = began.cursorMs + (performance.now() - began.atMs) * speed.value;
    else restart();
    if (cursorMs.value >= endMs) pause();
    else frame = requestAnimationFrame(follow);
  };
  const restart = (): void => {
    began = { atMs: performance.now(), cursorMs: cursorMs.value };
  };
  const pause = (): void => {
    cancelAnimationFrame(frame);
    playing.value = false;
    cursorMs.value = Math.min(cursorMs.value, endMs);
    for (const element of elements) element.pause();
  };
  const play = (): void => {
    if (cursorMs.value >= endMs - 10) cursorMs.value = 0;
    playing.value = true;
    moved();
    for (const element of elements) void element.play().catch(() => undefined);
    frame = requestAnimationFrame(follow);
  };
  const moved = (): void => {
    restart();
    for (const element of elements) element.currentTime = cursorMs.value / 1000;
  };
  const stopEffect = effect(() => {
    const isMuted = sides.map(({ name }) => muted.value.has(name));
    for (const [index, element] of elements.entries()) adjust(element, speed.value, isMuted[index] === true);
    restart();
  });
  return {
    playing,
    speed,
    muted,
    failure,
    toggle: () => (playing.value ? pause() : play()),
    pause,
    moved,
    dispose: () => {
      pause();
      stopEffect();
      for (const element of elements) element.removeAttribute('src');
    },
  };
}

/** Returns whether an element tells the time. It does not before it is loaded, nor if it failed. */
function tellsTime({ error, paused, readyState }: HTMLAudioElement): boolean {
  return error === null && !paused && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
}

function keepTogether({ currentTime }: HTMLAudioElement, others: readonly HTMLAudioElement[]): void {
  for (const other of others) if (Math.abs(other.currentTime - currentTime) > APART_S) other.currentTime = currentTime;
}

function adjust(element: HTMLAudioElement, speed: number, isMuted: boolean): void {
  element.playbackRate = speed;
  element.muted = isMuted;
}

function createAudio(source: string, failure: Signal<string | null>): HTMLAudioElement {
  const element = new Audio();
  element.preload = 'metadata';
  element.preservesPitch = true;
  element.addEventListener('error', () => {
    if (element.getAttribute('src') !== null) failure.value = 'The audio cannot be played.';
  });
  element.src = source;
  return element;
}
