/** How much text a provider takes at a time. */
export interface TextLimit {
  /** The largest size that is taken. */
  readonly max: number;
  /** That of a text is the sum of those of its parts. */
  readonly sizeOf: (text: string) => number;
}

/** `text` in as few parts as fit, cut behind white space, or anywhere between characters where there is none. */
export function splitToFit(text: string, { max, sizeOf }: TextLimit): readonly string[] {
  const words = text.match(/\s+|\S+\s*/gu) ?? [];
  const pieces = words.flatMap((word) => (sizeOf(word) > max ? charactersOf(word) : [word]));
  const parts: string[] = [];
  let part = '';
  let left = max;
  for (const piece of pieces) {
    const size = sizeOf(piece);
    if (size > left && part !== '') {
      parts.push(part);
      [part, left] = ['', max];
    }
    part += piece;
    left -= size;
  }
  return [...parts, part];
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function charactersOf(word: string): readonly string[] {
  return Array.from(characters.segment(word), ({ segment }) => segment);
}
