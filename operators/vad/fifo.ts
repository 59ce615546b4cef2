/** Samples in, the same samples out in pieces of the reader's choice. */
export interface Fifo {
  readonly length: number;
  readonly push: (samples: Int16Array) => void;
  /** The oldest `count` samples, at most `length`: a view of memory that is never written again. */
  readonly take: (count: number) => Int16Array;
}

/** A view costs a fifth of an array with memory of its own; one that is kept keeps so much alive. */
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
