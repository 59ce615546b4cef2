/** Drops the oldest entry of a map that has more than `max` entries. */
export function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  if (map.size <= max) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
