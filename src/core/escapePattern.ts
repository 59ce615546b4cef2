/**
 * Escapes a text so that a regular expression matches it literally, with any flags. Do not use it inside a character
 * class.
 */
export function escapePattern(text: string): string {
  return text.replaceAll(/[$.*+?^()[\]{}|\\/]/gu, String.raw`\$&`);
}
