import { MAX_GAP_MS } from '../../media/padAudio.ts';
import type { Gap } from './streamCodec.ts';

/** Tolerance for packets that arrive early or late, in ms: shorter gaps are not filled. */
const JITTER_MS = 40;

/**
 * Creates a function that finds the gaps left by lost audio from the timestamps of its parts, because voice activity
 * and ends of turns count samples. Timestamps are relative to the first part.
 */
export function createGapFiller(
  sampleRate: number,
): (atMs: number, samples: Int16Array) => readonly (Gap | Int16Array)[] {
  let nextMs: number | undefined;
  return (atMs, samples) => {
    const expectedMs = nextMs ?? atMs;
    const missingMs = atMs - expectedMs;
    const isLate = missingMs > JITTER_MS;
    nextMs = (isLate ? atMs : expectedMs) + samples.length / (sampleRate / 1000);
    const isGap = isLate && missingMs <= MAX_GAP_MS;
    return isGap ? [{ gapMs: missingMs }, samples] : [samples];
  };
}
