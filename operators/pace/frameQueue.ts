import type { AudioFrame } from '../../src/core/audio.ts';

/**
 * An immutable queue of frames. Queues share an array, so that the time to add or drop a frame does not grow with the number
 * of frames.
 */
export interface FrameQueue {
  /** Longer than the queue where other queues share it. */
  readonly shared: AudioFrame[];
  readonly from: number;
  readonly to: number;
}

export const emptyFrameQueue: FrameQueue = { shared: [], from: 0, to: 0 };

/** Limit on the dropped frames that are retained. */
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
