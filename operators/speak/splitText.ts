/** Length of the longest stretch, in UTF-16 code units. */
const MAX_CHARS = 1000;

/** Cuts a text into stretches of bounded length, never between the halves of a character. */
export function splitText(text: string): readonly string[] {
  const stretches: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + MAX_CHARS;
    const until = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    stretches.push(text.slice(from, until));
    from = until;
  }
  return stretches;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
