import { msOfSamples } from '../../../core/audio.ts';
import { MAX_GAP_MS } from '../../media/padAudio.ts';
import type { Gap } from './streamCodec.ts';

/** Maximum number of chunks that wait for an earlier one: at 20 ms each, audio is delayed by at most 100 ms. */
const MAX_WAITING = 5;

/**
 * Creates a function that sorts audio by its sequence numbers. If five later chunks arrive before a chunk, it is
 * replaced by a gap of the same length, and dropped if it arrives after all.
 */
export function createChunkSorter(
  sampleRate: number,
): (chunk: number, samples: Int16Array) => readonly (Gap | Int16Array)[] {
  const waiting = new Map<number, Int16Array>();
  let next: number | undefined;
  const drain = (from: number): readonly Int16Array[] => {
    const sorted: Int16Array[] = [];
    next = from;
    for (let part = waiting.get(next); part !== undefined; part = waiting.get(next)) {
      sorted.push(part);
      waiting.delete(next);
      next += 1;
    }
    return sorted;
  };
  return (chunk, samples) => {
    const expected = next ?? chunk;
    if (chunk < expected) return [];
    waiting.set(chunk, samples);
    if (chunk === expected || waiting.size < MAX_WAITING) return drain(expected);
    const first = Math.min(...waiting.keys());
    const missingMs = (first - expected) * msOfSamples(samples.length, sampleRate);
    return [{ gapMs: Math.min(missingMs, MAX_GAP_MS) }, ...drain(first)];
  };
}
