/** Creates a generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed));
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
  };
}
