/** An unbroken run of 20 letters, digits and dashes with a digit in it: what keys look like. */
const KEY = /(?=[\w-]*\d)[\w-]{20,}/gu;

/** `text` without what may be a key: errors of services like to quote those they refuse. */
export function maskKeys(text: string): string {
  return text.replaceAll(KEY, '***');
}
