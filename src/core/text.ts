/** Joins the parts that are not blank, with one space between. */
export function joinText(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts the words of `text` by `Intl.Segmenter`, also in languages without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike === true) count += 1;
  return count;
}
