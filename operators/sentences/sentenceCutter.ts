import { checkRange } from '../../src/core/checkRange.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { createTextCutter, type FirstClause, type TextCutter } from './textCutter.ts';

export interface SentenceCutterOptions {
  /** BCP-47 tag. */
  readonly language: string;
  /** @default { minChars: 20, minWords: 3 } */
  readonly firstClause?: FirstClause | false | undefined;
  /** @default 300 */
  readonly maxChars?: number | undefined;
}

const FIRST_CLAUSE: FirstClause = { minChars: 20, minWords: 3 };

/** Creates the cutter of `sentences`. @throws AntiphonError `usage_invalid` if an option is out of range */
export function createSentenceCutter(options: SentenceCutterOptions): TextCutter {
  const { language, firstClause = FIRST_CLAUSE, maxChars = 300 } = options;
  checkRange('maxChars', maxChars, 1);
  try {
    return createTextCutter({ language, maxChars, firstClause });
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `Expected language to be a BCP-47 tag, got "${language}".`, { cause });
  }
}
