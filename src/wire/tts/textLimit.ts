import { lazy } from '../../core/lazy.ts';
import { createTextSegmenter } from '../../core/textSegmenter.ts';

/** The size limit of one request to a provider. */
export interface TextLimit {
  /** Maximum size. */
  readonly max: number;
  /** Measures a text. Its size is the sum of the sizes of its parts. */
  readonly sizeOf: (text: string) => number;
}

/** Splits `text` into as few parts as fit, after white space, or between any characters if there is none. */
export function splitToFit(text: string, { max, sizeOf }: TextLimit): readonly string[] {
  const words = text.match(/\s+|\S+\s*/gu) ?? [];
  const pieces = words.flatMap((word) => (sizeOf(word) > max ? charactersOf(word) : [word]));
  const parts: string[] = [];
  let part = '';
  let left = max;
  for (const piece of pieces) {
    const size = sizeOf(piece);
    if (size > left && part !== '') {
      parts.push(part);
      [part, left] = ['', max];
    }
    part += piece;
    left -= size;
  }
  return [...parts, part];
}

const getSegmenter = lazy(() => createTextSegmenter('grapheme'));

function charactersOf(word: string): readonly string[] {
  return Array.from(getSegmenter().segment(word), ({ segment }) => segment);
}
