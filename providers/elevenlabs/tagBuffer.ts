import { createTextBuffer } from '../../src/wire/tts/textBuffer.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Creates a buffer for text with SSML tags: all of it is held until `flush` or `end`, so that it is sent as one message. A
 * flush holds back an element that was begun and is not closed, so that none is cut in two.
 */
export function createTagBuffer(): TextBuffer {
  return createTextBuffer(() => 0, findFirstOpen);
}

/** A start, an end or an empty tag, with attributes in quotes; `<3` and `<it's>` are none. */
const TAG = /<(?<slash>\/?)(?<name>[A-Za-z][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>/gu;
/** What may become a tag. */
const PARTIAL_TAG = /<(?:[A-Za-z/][^<>]*)?$/u;

/** Where the first element begins that is still open at the end of `text`; its length if there is none. */
function findFirstOpen(text: string): number {
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const { index, groups } of text.matchAll(TAG)) {
    const { slash, name = '', empty } = groups ?? {};
    if (slash === '/')
      open.length = Math.max(
        0,
        open.findLastIndex((tag) => tag.name === name),
      );
    else if (empty === '') open.push({ name, at: index });
  }
  return open[0]?.at ?? PARTIAL_TAG.exec(text)?.index ?? text.length;
}
