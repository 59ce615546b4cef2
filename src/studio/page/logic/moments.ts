/** Returns the next moment after, or the previous one before, a time. A moment within 1 ms counts as the time itself. */
export function neighbour(moments: readonly number[], atMs: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? moments.find((ms) => ms > atMs + 1) : moments.findLast((ms) => ms < atMs - 1);
}

/** Sorts moments and removes those that are the same. */
export function sortMoments(moments: readonly number[]): readonly number[] {
  return [...new Set(moments)].toSorted((one, other) => one - other);
}
