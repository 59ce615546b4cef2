import { reserve } from './memory';

// State of a stream: context [64], hidden [128] and cell [128] of the recurrent layer.

export const HIDDEN: usize = 64 * 4;
export const CELL: usize = (64 + 128) * 4;
const FLOATS: i32 = 64 + 128 + 128;

/** The first of the closed streams, each of which holds the next one. 0: there is none. */
let closed: usize = 0;

/** Opens a stream without a past. */
export function openStream(): usize {
  const stream = closed === 0 ? reserve(FLOATS) : closed;
  if (closed !== 0) closed = load<usize>(closed);
  memory.fill(stream, 0, FLOATS << 2);
  return stream;
}

/** Gives the memory of a stream to the next one that opens. */
export function closeStream(stream: usize): void {
  store<usize>(stream, closed);
  closed = stream;
}
