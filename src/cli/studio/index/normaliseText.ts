/** Converts a text for searching: without case, and with single spaces. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
