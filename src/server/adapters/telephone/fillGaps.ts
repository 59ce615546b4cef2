import { MAX_GAP_MS } from '../../media/padAudio.ts';
import type { Gap } from './streamCodec.ts';

/** Packets come a little early or late: what is missing by less is not filled, in ms. */
const JITTER_MS = 40;

/**
 * Creates what finds the gaps of lost audio, by the times of its parts: voice activity and ends of turns count samples. The
 * times begin with that of the first part.
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
