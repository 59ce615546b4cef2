import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AudioSide } from '../../protocol.ts';

/** The addresses of the audio that was kept. */
export type AudioSources = ReadonlyMap<AudioSide, string>;

/** Plays a call. Without audio the playhead moves in silence. */
export interface Player {
  readonly playing: ReadonlySignal<boolean>;
  readonly speed: Signal<number>;
  /** The audio that is played. @default the first source */
  readonly side: Signal<AudioSide>;
  /** Why there is no sound, or null. */
  readonly failure: ReadonlySignal<string | null>;
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Tells that the playhead was moved by something else. */
  readonly moved: () => void;
  readonly dispose: () => void;
}

/** Creates a player that moves `cursorMs` while it plays, up to `endMs`. */
export function createPlayer(sources: AudioSources, cursorMs: Signal<number>, endMs: number): Player {
  const playing = signal(false);
  const speed = signal(1);
  const side = signal<AudioSide>([...sources.keys()][0] ?? 'heard');
  const failure = signal<string | null>(null);
  const audio = sources.size === 0 ? null : createAudio(failure);
  let frame = 0;
  let began = { atMs: 0, cursorMs: 0 };

  const follow = (): void => {
    if (audio !== null && tellsTime(audio)) {
      cursorMs.value = audio.currentTime * 1000;
      restart();
    } else if (audio === null || audio.error !== null || audio.ended)
      cursorMs.value = began.cursorMs + (performance.now() - began.atMs) * speed.value;
    else restart();
    if (cursorMs.value >= endMs) pause();
    else frame = requestAnimationFrame(follow);
  };
  const restart = (): void => {
    began = { atMs: performance.now(), cursorMs: cursorMs.peek() };
  };
  const pause = (): void => {
    cancelAnimationFrame(frame);
    playing.value = false;
    cursorMs.value = Math.min(cursorMs.value, endMs);
    audio?.pause();
  };
  const play = (): void => {
    if (cursorMs.value >= endMs - 10) cursorMs.value = 0;
    playing.value = true;
    moved();
    void audio?.play().catch(() => undefined);
    frame = requestAnimationFrame(follow);
  };
  const moved = (): void => {
    restart();
    if (audio !== null) audio.currentTime = cursorMs.peek() / 1000;
  };
  const stops = [
    effect(() => {
      if (audio !== null) changeSource(audio, sources.get(side.value) ?? '', playing.peek());
      failure.value = null;
      moved();
    }),
    effect(() => {
      if (audio !== null) changeSpeed(audio, speed.value);
      restart();
    }),
  ];
  const dispose = (): void => {
    pause();
    for (const stop of stops) stop();
    audio?.removeAttribute('src');
  };
  const toggle = (): void => (playing.value ? pause() : play());
  return { playing, speed, side, failure, toggle, pause, moved, dispose };
}

function changeSource(audio: HTMLAudioElement, source: string, isPlaying: boolean): void {
  audio.src = source;
  if (isPlaying) void audio.play().catch(() => undefined);
}

/** Changes the speed of this source and of the next ones. */
function changeSpeed(audio: HTMLAudioElement, speed: number): void {
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
}

/** Returns whether an element tells the time. It does not before it is loaded, nor if it failed. */
function tellsTime({ error, paused, readyState }: HTMLAudioElement): boolean {
  return error === null && !paused && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
}

function createAudio(failure: Signal<string | null>): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.preservesPitch = true;
  audio.addEventListener('error', () => {
    if (audio.getAttribute('src') !== null) failure.value = 'The audio cannot be played.';
  });
  return audio;
}
