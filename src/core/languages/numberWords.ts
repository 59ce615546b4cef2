import { WRITINGS } from './writings.ts';

/** The digits of each word for a number. A recogniser may write the word in an interim and the digits in the final. */
const digits: ReadonlyMap<string, string> = new Map(
  Object.values(WRITINGS).flatMap((writing) =>
    (writing?.numbers.split(' ') ?? []).map((word, value) => [word, String(value)] as const),
  ),
);

/** Returns the digits for a lower-case number word of any supported language, and any other word unchanged. */
export function toDigits(word: string): string {
  return digits.get(word) ?? word;
}
