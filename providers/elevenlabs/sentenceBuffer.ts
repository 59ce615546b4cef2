import { createTextSegmenter } from '../../src/core/textSegmenter.ts';
import { createTextBuffer, findWordsEnd, type TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Creates a buffer that holds text until a sentence is complete, which the start of the next one shows. `flush` and
 * `end` return the rest. Beyond 1,000 characters without a sentence end, the buffer passes on the whole words.
 */
export function createSentenceBuffer(language = 'en'): TextBuffer {
  const segmenter = createTextSegmenter('sentence', language);
  const findSentencesEnd = (held: string): number => {
    let end = 0;
    if (TERMINATOR.test(held)) for (const { index } of segmenter.segment(held)) end = index;
    return end;
  };
  return createTextBuffer((held) => findSentencesEnd(held) || (held.length > MAX_HELD ? findWordsEnd(held) : 0));
}

const MAX_HELD = 1000;
const TERMINATOR = /[.!?\u2026\u3002\uFF01\uFF1F\n]/u;
