import { durationMs, type AudioFrame } from '../../../core/audio.ts';

/** The audio since the latest commit, from a client that ends the user's turns itself. */
export interface InputBuffer {
  add(frame: AudioFrame): void;
  /** Length of the buffered audio, in ms. */
  readonly ms: number;
  /** Empties the buffer and returns its contents. */
  take(): readonly AudioFrame[];
}

/** The buffer keeps this much of the latest audio, in ms. By default, a recogniser receives as much of a turn. */
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
