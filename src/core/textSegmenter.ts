import { isHighSurrogate } from './splitText.ts';

/** A grapheme, word or sentence of a text. */
export interface TextSegment {
  readonly segment: string;
  /** Its offset, in UTF-16 code units. */
  readonly index: number;
  /** For words: false for the text between them. */
  readonly isWordLike?: boolean | undefined;
}

/** The segments of a text, in order. */
export interface TextSegments extends Iterable<TextSegment> {
  /** Returns the segment at an offset; undefined if the offset is outside the text. */
  containing(index: number): TextSegment | undefined;
}

/** A counterpart of `Intl.Segmenter` for texts of any length. */
export interface TextSegmenter {
  segment(text: string): TextSegments;
}

/** The longest text passed to `Intl.Segmenter` in one call, because its time grows with the square of the length. */
const MAX_WINDOW = 2000;
/** Boundaries this close to the end of a window may depend on the text after it. */
const MARGIN = 100;

/**
 * Creates a segmenter that takes time in proportion to the length of the text. It reads the text lazily, in windows.
 *
 * @param language BCP-47 tag. Default: that of the system
 * @param window length of a window, in UTF-16 code units, above 200 and at most 2000
 * @throws RangeError if `language` is not a BCP-47 tag
 */
export function createTextSegmenter(
  granularity: Granularity,
  language?: string,
  window: number = MAX_WINDOW,
): TextSegmenter {
  const native = new Intl.Segmenter(language, { granularity });
  return {
    segment: (text) =>
      text.length <= window ? native.segment(text) : createLongSegments(() => readWindows(native, text, window)),
  };
}

type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

/** Creates the segments from `read`. Keeps the segments up to the highest offset requested. */
function createLongSegments(read: () => Iterator<TextSegment>): TextSegments {
  const known: TextSegment[] = [];
  const further = read();
  let end = 0;
  return {
    [Symbol.iterator]: read,
    containing: (index) => {
      while (end <= index) {
        const { value, done } = further.next();
        if (done === true) return undefined;
        known.push(value);
        end += value.segment.length;
      }
      return index < 0 ? undefined : findSegment(known, index);
    },
  };
}

function findSegment(segments: readonly TextSegment[], index: number): TextSegment | undefined {
  let [low, high] = [0, segments.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.index ?? 0) <= index) low = middle;
    else high = middle;
  }
  return segments[low];
}

/** Reads a text window by window. A segment that is longer than a window stays one segment. */
function* readWindows(native: Intl.Segmenter, text: string, window: number): Generator<TextSegment, undefined> {
  /** Start of the next segment, start of the window, and the offset up to which there is no further boundary. */
  let [start, from, cleared] = [0, 0, 0];
  while (start < text.length) {
    const [before, to] = [start, atCharacter(text, from + window)];
    const isLast = to === text.length;
    for (const { index, segment, isWordLike } of native.segment(text.slice(from, to))) {
      const end = from + index + segment.length;
      if (end <= cleared) continue;
      if (!isLast && end > to - MARGIN) break;
      yield { index: start, segment: text.slice(start, end), isWordLike };
      [start, cleared] = [end, end];
    }
    if (start > before) from = start;
    else {
      cleared = to - MARGIN;
      from = atCharacter(text, cleared - MARGIN);
    }
  }
}

/** Returns an offset, or the previous one if it is inside a surrogate pair. */
function atCharacter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  return isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at;
}
