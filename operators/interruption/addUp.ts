import type { SegmentVoice } from './segmentVoice.ts';
import type { SpokenSegment } from './spokenSegment.ts';

/** Voiced time and words that count together. */
export interface Sum {
  readonly voicedMs: number;
  readonly words: number;
}

/** Longest time from the last voiced sample of a segment to the beginning of the next one whose words add to its own, in ms. */
const MAX_GAP_MS = 2000;

/** Returns what a segment counts: with words, all segments with words around it, each soon after the one before; else its longest stretch. */
export function addUp(segments: readonly SpokenSegment[], by: SpokenSegment): Sum {
  if (by.words === 0) return { voicedMs: by.voice?.longestStretchMs ?? 0, words: 0 };
  const chain = findChain(segments.flatMap(selectCounting), by.segment);
  return {
    voicedMs: chain.reduce((sum, { voice }) => sum + voice.voicedMs, 0),
    words: chain.reduce((sum, { words }) => sum + words, 0),
  };
}

interface CountingSegment {
  readonly segment: number;
  readonly voice: SegmentVoice;
  readonly words: number;
}

function selectCounting({ segment, voice, words, isOverAgent }: SpokenSegment): readonly CountingSegment[] {
  return isOverAgent && voice !== null && words > 0 ? [{ segment, voice, words }] : [];
}

/** Finds the segments without a longer gap between them, among which is that with the number `segment`. */
function findChain(counting: readonly CountingSegment[], segment: number): readonly CountingSegment[] {
  let chain: CountingSegment[] = [];
  for (const next of counting) {
    const last = chain.at(-1);
    if (last !== undefined && next.voice.beganMs - last.voice.lastVoicedMs > MAX_GAP_MS) {
      if (chain.some((one) => one.segment === segment)) break;
      chain = [];
    }
    chain.push(next);
  }
  return chain;
}
