import { abbreviationsOf } from './abbreviations.ts';
import { clauseEnds, endsWhole, sentenceEnds, size, wordBreaks } from './boundaries.ts';
import { isGlued } from './glue.ts';

/** From where on the first piece may end at a clause. */
export interface FirstClause {
  /** Characters it must have; ideographs, kana and Hangul count as two. */
  readonly minChars: number;
  readonly minWords: number;
}

export interface CutterOptions {
  /** BCP-47 tag. */
  readonly language: string;
  readonly maxChars: number;
  readonly firstClause: FirstClause | false;
}

/** Decides where text is cut. Every answer is an offset into `text`, above 0. */
export interface Cutter {
  /**
   * Where the next piece ends, or `undefined` as long as more text could still change that. `ended`: none will come.
   */
  next(text: string, at: { readonly first: boolean; readonly ended: boolean }): number | undefined;
  /** Where the last whole word ends, if there is one. */
  whole(text: string): number | undefined;
}

/** Throws a RangeError if `language` is no BCP-47 tag. */
export function createCutter({ language, maxChars, firstClause }: CutterOptions): Cutter {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const graphemes = new Intl.Segmenter(language, { granularity: 'grapheme' });
  const abbreviations = abbreviationsOf(new Intl.Locale(language).language);

  const mayCut = (text: string, at: number): boolean =>
    /\S/.test(text.slice(0, at)) && !isGlued(text.slice(0, at), text.slice(at), abbreviations);
  const clause = (text: string): number | undefined =>
    firstClause === false
      ? undefined
      : clauseEnds(text).find((at) => isLongEnough(text.slice(0, at), words, firstClause) && mayCut(text, at));
  const forced = (text: string): number =>
    clauseEnds(text).findLast((at) => at > maxChars / 2 && mayCut(text, at)) ??
    wordBreaks(text, words).findLast((at) => mayCut(text, at)) ??
    (lastStart(text, graphemes) || maxChars);

  const next: Cutter['next'] = (text, { first, ended }) => {
    const view = window(text, maxChars + 1);
    const early = (first ? clause(view) : undefined) ?? Number.POSITIVE_INFINITY;
    const sentence = sentenceEnds(view, sentences).find(({ at }) => mayCut(view, at));
    if (early < (sentence?.at ?? Number.POSITIVE_INFINITY)) return early;
    if (sentence !== undefined && (sentence.certain || ended)) return sentence.at;
    return text.length > maxChars ? forced(view) : undefined;
  };
  const whole: Cutter['whole'] = (text) =>
    endsWhole(text) && mayCut(text, text.length)
      ? text.length
      : wordBreaks(text, words).findLast((at) => mayCut(text, at));
  return { next, whole };
}

/** The first `length` code units of `text`, without half a character at their end. */
function window(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

function isLongEnough(text: string, words: Intl.Segmenter, { minChars, minWords }: FirstClause): boolean {
  return size(text) >= minChars && [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length >= minWords;
}

function lastStart(text: string, segmenter: Intl.Segmenter): number {
  return [...segmenter.segment(text)].at(-1)?.index ?? 0;
}
