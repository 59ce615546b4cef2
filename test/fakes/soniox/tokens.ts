/** The words of a recogniser since its last endpoint or finalization, with the time of each character in seconds. */
export interface Speech {
  readonly text: string;
  readonly times: readonly number[];
}

/** Longest token, in characters. */
const TOKEN_CHARS = 4;

/** Splits speech into tokens of at most four characters, from `from` on. A token that begins a word begins with a space. */
export function createTokens(
  { text, times }: Speech,
  from: number,
  isFinal: boolean,
  fields: object,
): readonly object[] {
  const tokens: object[] = [];
  for (let at = from; at < text.length; ) {
    const length = findTokenLength(text, at);
    const [start = 0, end = 0] = [times[Math.max(at - 1, 0)], times[at + length - 1]];
    tokens.push({
      text: at === 0 ? ` ${text.slice(0, length)}` : text.slice(at, at + length),
      start_ms: Math.round(start * 1000),
      end_ms: Math.round(end * 1000),
      confidence: 0.9,
      is_final: isFinal,
      ...fields,
    });
    at += length;
  }
  return tokens;
}

/** A token ends before the next space. */
function findTokenLength(text: string, at: number): number {
  const space = text.indexOf(' ', at + 1);
  return Math.min(TOKEN_CHARS, (space < 0 ? text.length : space) - at);
}
