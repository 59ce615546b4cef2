/** The parts that hold words, one space between. */
export function joinText(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** How many words `text` has: the word-likes of `Intl.Segmenter`, so that languages without spaces count too. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike === true) count += 1;
  return count;
}
