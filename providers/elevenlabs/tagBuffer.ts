import { createTextBuffer, type TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Creates a buffer for text with SSML tags, which holds everything until `flush` or `end`, so that it goes as one
 * message. A flush never returns an unclosed element.
 */
export function createTagBuffer(): TextBuffer {
  return createTextBuffer(() => 0, findFirstOpen);
}

/** A start, end or empty tag, with attributes in quotes; not `<3` or `<it's>`. */
const TAG = /<(?<slash>\/?)(?<name>[A-Za-z][\w:.-]*)(?:\s\s*[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>/gu;
/** The beginning of a tag. */
const PARTIAL_TAG = /<(?:[A-Za-z/][^<>]*)?$/u;

/**
 * Finds the start of the first element that is still open at the end of `text`; the length of `text` if all are closed.
 */
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
