import { createTextBuffer, type TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Creates a buffer that holds text until a sentence is complete, which the start of the next one shows; `flush` and `end`
 * return the rest.
 */
export function createSentenceBuffer(language = 'en'): TextBuffer {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return createTextBuffer((held) => (TERMINATOR.test(held) ? ([...segmenter.segment(held)].at(-1)?.index ?? 0) : 0));
}

const TERMINATOR = /[.!?\u2026\u3002\uFF01\uFF1F\n]/u;
