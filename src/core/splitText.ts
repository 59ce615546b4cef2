/** Cuts a text into stretches of at most `maxChars` UTF-16 code units, never between the halves of a character. */
export function splitText(text: string, maxChars: number): readonly string[] {
  const stretches: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + maxChars;
    const until = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    stretches.push(text.slice(from, until));
    from = until;
  }
  return stretches;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
