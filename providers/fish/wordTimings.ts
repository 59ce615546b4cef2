import type { SpokenWord } from '../../src/wire/tts/dialect.ts';

/** A stretch of text with its times, in seconds from its chunk's beginning. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is known so far of how one chunk of the text is timed; a later snapshot of the chunk stands for an earlier one. */
export interface Snapshot {
  readonly chunk: number;
  /** Where the chunk begins in the utterance's audio, in seconds. */
  readonly offset: number;
  readonly segments: readonly Segment[];
}

/** Makes words of an utterance's snapshots. */
export interface WordTimings {
  /**
   * The words that are certain now.
   *
   * @param sent how many letters of text were sent so far: where all are timed, none is waited for
   */
  add(snapshot: Snapshot, sent: number): readonly SpokenWord[];
  /** The rest: nothing more comes. */
  end(): readonly SpokenWord[];
}

/**
 * Each word is given once, in order. The last segment of a snapshot waits for the next one: it may still grow. Corrections
 * of what was given come too late.
 */
export function createWordTimings(): WordTimings {
  const chunks = new Map<number, Snapshot>();
  const emitted = new Map<number, number>();
  const emit = ({ chunk, offset, segments }: Snapshot, upTo = segments.length): readonly SpokenWord[] => {
    const before = emitted.get(chunk) ?? 0;
    const starts = segments.map((_, n) => countSegmentLetters(segments.slice(0, n)));
    emitted.set(chunk, Math.max(before, countSegmentLetters(segments.slice(0, upTo))));
    return segments
      .filter((_, n) => n < upTo && (starts[n] ?? 0) >= before)
      .flatMap((segment) => splitWords(segment, offset));
  };
  const end = (): readonly SpokenWord[] => [...chunks.values()].flatMap((snapshot) => emit(snapshot));
  return {
    add: (snapshot, sent) => {
      const earlier = [...chunks.values()]
        .filter(({ chunk }) => chunk < snapshot.chunk)
        .flatMap((whole) => emit(whole));
      chunks.set(snapshot.chunk, snapshot);
      const timed = countSegmentLetters([...chunks.values()].flatMap(({ segments }) => segments));
      return [...earlier, ...(timed < sent ? emit(snapshot, snapshot.segments.length - 1) : end())];
    },
    end,
  };
}

/** Letters and digits: punctuation may be spoken otherwise than it was sent, or not at all. */
export function countLetters(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

function countSegmentLetters(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + countLetters(text), 0);
}

const UNSPACED: string =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** What stands between spaces; in scripts without any, each character. */
const WORD = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

/** A segment's time goes to its words by their length. */
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
