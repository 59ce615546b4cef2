/**
 * Splits a text into lower-case words without punctuation. Keeps apostrophes and hyphens inside words, and treats the
 * digits of `10,000` as one word.
 */
export function tokensOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[’‘`´]/gu, "'")
    .replaceAll(THOUSANDS, (number) => number.replaceAll(/[.,]/gu, ''));
  return plain.match(/\p{N}+|[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*'?/gu) ?? [];
}

const THOUSANDS = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3}|\.\d{3})+(?![\d.,]\d)/gu;

/** Returns whether `tokens` end with these words. */
export function endsWith(tokens: readonly string[], phrase: readonly string[]): boolean {
  const from = tokens.length - phrase.length;
  return from >= 0 && phrase.every((word, n) => tokens[from + n] === word);
}
