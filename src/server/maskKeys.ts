/** At least 20 letters, digits, `_` and `-` with a digit among them: the form of API keys. */
const KEY = /(?=[\w-]*\d)[\w-]{20,}/gu;

/** Masks what may be an API key: errors of services often quote the key that they refuse. */
export function maskKeys(text: string): string {
  return text.replaceAll(KEY, '***');
}
