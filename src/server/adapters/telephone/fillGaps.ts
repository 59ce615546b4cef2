import { samplesOfMs } from '../../../core/audio.ts';

/** Longest gap that is filled with silence, in ms. */
export const MAX_GAP_MS = 10_000;
/** Packets come a little early or late: what is missing by less is not filled, in ms. */
const JITTER_MS = 40;

/**
 * Creates what fills lost audio with silence, by the times of its parts: voice activity and ends of turns count samples. The
 * times begin with that of the first part.
 */
export function createGapFiller(sampleRate: number): (atMs: number, samples: Int16Array) => readonly Int16Array[] {
  let nextMs: number | undefined;
  return (atMs, samples) => {
    const expectedMs = nextMs ?? atMs;
    const missingMs = atMs - expectedMs;
    const isLate = missingMs > JITTER_MS;
    nextMs = (isLate ? atMs : expectedMs) + samples.length / (sampleRate / 1000);
    const isGap = isLate && missingMs <= MAX_GAP_MS;
    return [new Int16Array(isGap ? samplesOfMs(missingMs, sampleRate) : 0), samples];
  };
}
