/** A character that takes two UTF-16 code units. */
const ASTRAL = /[\u{10000}-\u{10FFFF}]/gu;

/** Counts the Unicode code points of a text, as vendors do. */
export function countCharacters(text: string): number {
  return text.length - (text.match(ASTRAL)?.length ?? 0);
}
