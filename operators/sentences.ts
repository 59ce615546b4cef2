import { asyncScheduler, dematerialize, filter, materialize, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../src/core/errors.ts';
import { withAlarm } from '../src/stream/withAlarm.ts';
import { scanArrays } from '../src/stream/mapArrays.ts';
import { checkRange } from '../src/core/checkRange.ts';
import { advance, STALL, initialSentences } from './sentences/advance.ts';
import { createTextCutter, type TextCutter, type TextCutterOptions, type FirstClause } from './sentences/textCutter.ts';

export interface SentencesOptions {
  /** BCP-47 tag of the voice, e.g. `en-US`: where its sentences end, and its abbreviations. */
  readonly language: string;
  /** How long the text may stand still before its whole words are let go, in ms. @default 1000 */
  readonly stallMs?: number | undefined;
  /** From where on the first piece may end at a clause; `false`: never. @default { minChars: 20, minWords: 3 } */
  readonly firstClause?: FirstClause | false | undefined;
  /** The longest piece, in UTF-16 code units; longer sentences are cut between words. @default 300 */
  readonly maxChars?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Cuts the text of one reply, as it streams in, into pieces that a voice can speak one by one. All pieces in order are
 * exactly the text: a piece keeps the whitespace after it. A piece is a sentence, let go as soon as the text after it
 * shows that it ended; the first may be a clause. A number, a name with dots or an abbreviation is never cut.
 *
 * ```
 * text      a---b----c--------|      a: 'Hi! It', b: ' costs 3.', c: '50. Good'
 * pieces    x--------y--------(z|)   x: 'Hi! ', y: 'It costs 3.50. ', z: 'Good'
 * ```
 *
 * Without a delta for `stallMs` all whole words are let go. Completion lets go of the rest; an error first lets go of
 * the sentences that are whole. Where two inputs meet in one instant, a delta comes before the stall.
 *
 * Throws an `AntiphonError` `usage_invalid` if an option is out of range.
 */
export function sentences(options: SentencesOptions): OperatorFunction<string, string> {
  const { language, stallMs = 1000, firstClause = FIRST_CLAUSE, maxChars = 300, scheduler = asyncScheduler } = options;
  checkRange('stallMs', stallMs, 0);
  checkRange('maxChars', maxChars, 1);
  const cutter = cutterFor({ language, maxChars, firstClause });
  return (deltas) =>
    deltas.pipe(
      filter((delta) => delta !== ''),
      materialize(),
      withAlarm(
        ({ kind }) => (kind === 'N' ? scheduler.now() + stallMs : undefined),
        () => STALL,
        scheduler,
      ),
      scanArrays(
        initialSentences,
        (state, event) => advance(cutter, state, event),
        ({ output: out }) => out,
      ),
      dematerialize(),
    );
}

const FIRST_CLAUSE: FirstClause = { minChars: 20, minWords: 3 };

function cutterFor(options: TextCutterOptions): TextCutter {
  try {
    return createTextCutter(options);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `Expected language to be a BCP-47 tag, got "${options.language}".`, {
      cause,
    });
  }
}
