import { durationMs, type AudioFrame } from '../../../core/audio.ts';

/** The audio of a client that ends the user's turns itself: what it has sent since the latest commit. */
export interface InputBuffer {
  add(frame: AudioFrame): void;
  /** Length of what is in it, in ms. */
  readonly ms: number;
  /** Empties it, and returns what was in it. */
  take(): readonly AudioFrame[];
}

/** Longest audio that is kept: the latest. A recogniser gets as much of a turn by default. */
const MAX_MS = 60_000;

export function createInputBuffer(): InputBuffer {
  let frames: AudioFrame[] = [];
  let ms = 0;
  return {
    add: (frame) => {
      frames.push(frame);
      ms += durationMs(frame);
      while (ms > MAX_MS && frames.length > 1) ms -= durationMs(frames.shift() ?? frame);
    },
    get ms() {
      return ms;
    },
    take: () => {
      const taken = frames;
      frames = [];
      ms = 0;
      return taken;
    },
  };
}
