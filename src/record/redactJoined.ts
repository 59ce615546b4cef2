/** A function that rewrites one complete text. */
export type RewriteText = (text: string) => string;

/** A function that maps an offset in a text to the offset in the rewritten text. */
export type MapOffset = (offset: number) => number;

/** Maximum number of characters rewritten to find the cuts of one text. Beyond it, offsets stay unchanged. */
const MAX_PREFIX_CHARS = 4_000_000;

/**
 * Rewrites the joined text of the pieces and cuts the result into as many pieces, at the original cuts. A replacement
 * that spans several pieces goes to one of them. Joined with the separator, the pieces form the rewritten text.
 */
export function redactJoined(rewrite: RewriteText, texts: readonly string[], separator = ''): readonly string[] {
  const joined = texts.join(separator);
  if (joined === '') return texts;
  const whole = rewrite(joined);
  const map = offsetsInto(rewrite, joined, whole, texts.length);
  let offset = 0;
  let from = 0;
  return texts.map((text, n) => {
    if (n > 0 && separator !== '' && whole.startsWith(separator, from)) from += separator.length;
    offset += text.length;
    const to = n === texts.length - 1 ? whole.length : Math.max(from, map(offset));
    const piece = whole.slice(from, to);
    from = to;
    offset += separator.length;
    return piece;
  });
}

/**
 * Maps offsets in `joined` to offsets in `whole`, its rewritten form. Where the length changes, an offset maps to the
 * end of the common prefix of `whole` and the rewritten start of the text.
 *
 * @param times the maximum number of calls of the mapping
 */
export function offsetsInto(rewrite: RewriteText, joined: string, whole: string, times: number): MapOffset {
  if (joined.length === whole.length) return (offset) => offset;
  const same = sharedPrefix(joined, whole);
  if (joined.length * times > MAX_PREFIX_CHARS) return (offset) => Math.min(offset, whole.length);
  return (offset) => {
    if (offset <= same) return offset;
    return offset >= joined.length ? whole.length : sharedPrefix(rewrite(joined.slice(0, offset)), whole);
  };
}

function sharedPrefix(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let n = 0; n < length; n++) if (a[n] !== b[n]) return n;
  return length;
}
