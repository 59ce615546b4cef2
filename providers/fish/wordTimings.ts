import { UNSPACED_SCRIPTS } from '../../src/core/text.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** A part of the text, timed in seconds from the start of its chunk. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The timing of one chunk so far; a later snapshot of the chunk replaces an earlier one. */
export interface Snapshot {
  readonly chunk: number;
  /** Start of the chunk in the utterance's audio, in seconds. */
  readonly offset: number;
  readonly segments: readonly Segment[];
}

/** A converter of an utterance's snapshots into words. */
export interface WordTimings {
  /**
   * Returns the words that are final now.
   *
   * @param sent number of letters sent so far; once all are timed, the last word is final as well
   */
  add(snapshot: Snapshot, sent: number): readonly SpokenWord[];
  /** Returns the remaining words. */
  end(): readonly SpokenWord[];
}

/**
 * Creates the converter. Returns each word once, in order. Holds the last segment of a snapshot until the next
 * snapshot, because it may grow. Ignores later corrections of returned words and of earlier chunks.
 */
export function createWordTimings(): WordTimings {
  let current: Snapshot | null = null;
  /** Number of letters of earlier chunks, and of those of the current one whose words were returned. */
  let [before, emitted] = [0, 0];
  const emit = (segments: readonly Segment[], offset: number): readonly SpokenWord[] => {
    let letters = 0;
    const words = segments.flatMap((segment) => {
      const isNew = letters >= emitted;
      letters += countLetters(segment.text);
      return isNew ? splitWords(segment, offset) : [];
    });
    emitted = Math.max(emitted, letters);
    return words;
  };
  const end = (): readonly SpokenWord[] => (current === null ? [] : emit(current.segments, current.offset));
  const endChunk = (): readonly SpokenWord[] => {
    const words = end();
    before += countSegmentLetters(current?.segments ?? []);
    emitted = 0;
    return words;
  };
  return {
    add: (snapshot, sent) => {
      const { chunk, segments, offset } = snapshot;
      if (current !== null && chunk < current.chunk) return [];
      const earlier = chunk === current?.chunk ? [] : endChunk();
      current = snapshot;
      const isWhole = before + countSegmentLetters(segments) >= sent;
      return [...earlier, ...emit(isWhole ? segments : segments.slice(0, -1), offset)];
    },
    end,
  };
}

/** Counts letters and digits, because punctuation may come back changed or not at all. */
export function countLetters(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

function countSegmentLetters(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + countLetters(text), 0);
}

/** Text between spaces or, in scripts without spaces, a single character. */
const WORD = new RegExp(`[${UNSPACED_SCRIPTS}]|[^\\s${UNSPACED_SCRIPTS}]+`, 'gu');

/** Splits a segment's time over its words by their length. */
function splitWords({ text, start, end }: Segment, offset: number): readonly SpokenWord[] {
  const words = text.match(WORD) ?? [];
  const msPerChar = ((end - start) * 1000) / words.join('').length;
  let atMs = (offset + start) * 1000;
  return words.map((word) => {
    const startMs = atMs;
    atMs += word.length * msPerChar;
    return { text: word, startMs, endMs: atMs };
  });
}
