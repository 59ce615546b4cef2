import type { SegmentVoice } from './segmentVoice.ts';
import type { SpokenSegment } from './spokenSegment.ts';

/** Voiced time and words that count together. */
export interface Sum {
  readonly voicedMs: number;
  readonly words: number;
}

/**
 * Longest gap between two segments whose words add up, from the last voiced sample of one to the beginning of the next,
 * in ms.
 */
const MAX_GAP_MS = 2000;

/**
 * Maximum number of words (in Chinese and Japanese, syllables) in a second of voice. Anything above is noise, or
 * somebody else's words.
 */
const BEATS_PER_SECOND = 7;

/**
 * Returns the voiced time and words that count for a segment. If it has words, all segments with words around it count,
 * as long as each follows soon after the previous one; otherwise its longest stretch counts. Words that may still
 * change add up only if they belong to the latest segment.
 */
export function addUp(segments: readonly SpokenSegment[], by: SpokenSegment): Sum {
  if (by.words === 0) return { voicedMs: by.voice?.longestStretchMs ?? 0, words: 0 };
  const withWords = segments.flatMap(selectCounting);
  const settled = withWords.filter(({ isFinal }, index) => isFinal || index === withWords.length - 1);
  const isSettled = settled.some(({ segment }) => segment === by.segment);
  const chain = isSettled ? findChain(settled, by.segment) : selectCounting(by);
  return {
    voicedMs: chain.reduce((sum, { voice }) => sum + voice.voicedMs, 0),
    words: chain.reduce((sum, { words }) => sum + words, 0),
  };
}

interface CountingSegment {
  readonly segment: number;
  readonly voice: SegmentVoice;
  readonly words: number;
  readonly isFinal: boolean;
}

function selectCounting(spoken: SpokenSegment): readonly CountingSegment[] {
  const { segment, voice, words, isOverAgent, text } = spoken;
  if (!isOverAgent || voice === null || words === 0) return [];
  return [{ segment, voice, words: limitWords(spoken, voice), isFinal: text.interim === null }];
}

/** Returns how many of its words the voice had time for, at least one. */
function limitWords({ words, beats }: SpokenSegment, { voicedMs }: SegmentVoice): number {
  const most = Math.max(1, Math.floor((voicedMs * BEATS_PER_SECOND) / 1000));
  return beats <= most ? words : Math.max(1, Math.floor((words * most) / beats));
}

/** Finds the chain of segments around `segment`, without a longer gap between any two. */
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
