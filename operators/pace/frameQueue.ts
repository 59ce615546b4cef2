import type { AudioFrame } from '../../src/core/audio.ts';

/**
 * The frames that wait, first come first out. A value that is never changed, as the rest of the state: adding a frame and
 * dropping one take the same time however many wait, since queues share the array that they were made of.
 */
export interface FrameQueue {
  /** Longer than the queue where other queues share it. */
  readonly shared: AudioFrame[];
  readonly from: number;
  readonly to: number;
}

export const emptyFrameQueue: FrameQueue = { shared: [], from: 0, to: 0 };

/** How many dropped frames may be retained before the others are copied. */
const MAX_DROPPED = 64;

export function addFrame({ shared, from, to }: FrameQueue, frame: AudioFrame): FrameQueue {
  if (to === 0 || shared.length !== to)
    return { shared: [...shared.slice(from, to), frame], from: 0, to: to - from + 1 };
  shared.push(frame);
  return { shared, from, to: to + 1 };
}

export function firstFrame({ shared, from, to }: FrameQueue): AudioFrame | undefined {
  return from < to ? shared[from] : undefined;
}

export function dropFirst({ shared, from, to }: FrameQueue): FrameQueue {
  const next = from + 1;
  if (next >= to) return emptyFrameQueue;
  const isWasteful = next >= MAX_DROPPED && next * 2 >= to;
  return isWasteful ? { shared: shared.slice(next, to), from: 0, to: to - next } : { shared, from: next, to };
}
