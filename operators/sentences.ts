import { asyncScheduler, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { checkRange } from '../src/core/checkRange.ts';
import { cutPieces } from './sentences/cutPieces.ts';
import { createSentenceCutter } from './sentences/sentenceCutter.ts';
import type { FirstClause } from './sentences/textCutter.ts';

export interface SentencesOptions {
  /** BCP-47 tag of the text, such as `en-US`. Determines sentence ends and abbreviations. */
  readonly language: string;
  /** Time without new text after which whole words are emitted, in ms, from 0. @default 1000 */
  readonly stallMs?: number | undefined;
  /**
   * Minimum length at which the first piece may end at a clause; `false`: never. @default { minChars: 20, minWords: 3 }
   */
  readonly firstClause?: FirstClause | false | undefined;
  /** Longest piece, in UTF-16 code units, from 1; longer sentences are cut between words. @default 300 */
  readonly maxChars?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Cuts the streamed text of one reply into pieces that TTS can speak one by one. The pieces, joined, are exactly the
 * text: a piece keeps the whitespace after it. A piece is a sentence, emitted as soon as the text after it shows that
 * it has ended; the first may be a clause. Numbers, names with dots and abbreviations are never cut.
 *
 * ```
 * text      a---b----c--------|      a: 'Hi! It', b: ' costs 3.', c: '50. Good'
 * pieces    x--------y--------(z|)   x: 'Hi! ', y: 'It costs 3.50. ', z: 'Good'
 * ```
 *
 * Cuts a delta of more than 32768 characters in slices, one per turn of the scheduler.
 *
 * If no delta arrives for `stallMs`, emits all whole words. On completion, emits the rest; on an error, first emits the
 * whole sentences. A delta that arrives at the very end of `stallMs` is added before the words are emitted.
 *
 * Throws an `AntiphonError` `usage_invalid` if an option is out of range.
 *
 * @example
 * ```ts
 * import { sentences } from 'antiphon/operators';
 * import { of } from 'rxjs';
 *
 * const text = of('Hi! It', ' costs 3.', '50. Good');
 * text.pipe(sentences({ language: 'en' })).subscribe((piece) => console.log(piece));
 * // 'Hi! ', 'It costs 3.50. ', 'Good'
 * ```
 */
export function sentences(options: SentencesOptions): OperatorFunction<string, string> {
  const { stallMs = 1000, scheduler = asyncScheduler } = options;
  checkRange('stallMs', stallMs, 0);
  const cutter = createSentenceCutter(options);
  return (deltas) => deltas.pipe(cutPieces({ cutter, stallMs, scheduler }));
}
