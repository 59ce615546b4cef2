import { getHeapStatistics } from 'node:v8';

/** Returns the share of this process's heap that is in use, from 0 to 1. */
export function heapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
