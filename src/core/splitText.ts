/** Splits a text into pieces of at most `maxChars` UTF-16 code units, never inside a surrogate pair. */
export function splitText(text: string, maxChars: number): readonly string[] {
  if (text.length > 0 && text.length < maxChars) return [text];
  const stretches: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + maxChars;
    const until = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    stretches.push(text.slice(from, until));
    from = until;
  }
  return stretches;
}

/** Returns whether a UTF-16 code unit is a high surrogate. */
export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
