/** Samples in, the same samples out in pieces of the reader's choice. */
export interface Fifo {
  readonly length: number;
  readonly push: (samples: Int16Array) => void;
  /** The oldest `count` samples, at most `length`, in an array of their own. */
  readonly take: (count: number) => Int16Array;
}

export function createFifo(): Fifo {
  let buffer = new Int16Array(0);
  let start = 0;
  let end = 0;
  const makeRoom = (count: number): void => {
    const kept = buffer.subarray(start, end);
    if (kept.length + count > buffer.length) buffer = new Int16Array(2 * (kept.length + count));
    buffer.set(kept);
    end = kept.length;
    start = 0;
  };
  return {
    get length(): number {
      return end - start;
    },
    push(samples: Int16Array): void {
      if (end + samples.length > buffer.length) makeRoom(samples.length);
      buffer.set(samples, end);
      end += samples.length;
    },
    take(count: number): Int16Array {
      start += count;
      return buffer.slice(start - count, start);
    },
  };
}
