import { createCopier } from './copier.ts';

/** A queue of samples in reused memory. */
export interface SampleQueue {
  readonly length: number;
  /** Adds a copy of `samples`. */
  push(samples: Int16Array): void;
  /** Removes the oldest `count` samples, at most `length`. */
  drop(count: number): void;
  /** Removes samples like `drop` and returns them as a view that the next `push` may overwrite. */
  take(count: number): Int16Array;
  /** Removes samples like `drop` and returns a copy, which may share its memory with the copies before and after it. */
  takeCopy(count: number): Int16Array;
}

const FIRST_CAPACITY = 2048;
/** The largest share of the memory that may be in use after the contents are moved to its beginning. */
const SPARE = 0.85;

/** Creates a queue that grows only when necessary, so that a steady stream of audio allocates nothing. */
export function createSampleQueue(): SampleQueue {
  let memory = new Int16Array(FIRST_CAPACITY);
  let start = 0;
  let end = 0;
  const copy = createCopier();
  const makeRoom = (count: number): void => {
    const held = memory.subarray(start, end);
    const needed = held.length + count;
    if (needed > SPARE * memory.length) memory = new Int16Array(Math.ceil(needed / SPARE ** 2));
    memory.set(held);
    end = held.length;
    start = 0;
  };
  const drop = (count: number): void => void (start += count);
  const take = (count: number): Int16Array => {
    drop(count);
    return memory.subarray(start - count, start);
  };
  return {
    get length(): number {
      return end - start;
    },
    push(samples: Int16Array): void {
      if (end + samples.length > memory.length) makeRoom(samples.length);
      memory.set(samples, end);
      end += samples.length;
    },
    drop,
    take,
    takeCopy: (count: number): Int16Array => copy(take(count)),
  };
}
