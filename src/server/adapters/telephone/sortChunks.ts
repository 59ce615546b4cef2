import { msOfSamples } from '../../../core/audio.ts';
import { MAX_GAP_MS } from '../../media/padAudio.ts';
import type { Gap } from './streamCodec.ts';

/** Parts that wait for one before them: with 20 ms each, audio is held up for 100 ms at most. */
const MAX_WAITING = 5;

/**
 * Creates what sorts audio by its numbers. A part that does not come before five later ones have is a gap of the same length,
 * and is dropped when it comes after all.
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
