import { createTextBuffer } from '../../src/wire/tts/textBuffer.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Creates a buffer that holds text until a sentence is whole, which the sentence after it shows; `flush` and `end` give the
 * rest. For text that is spoken at once whenever it comes.
 */
export function createSentenceBuffer(language = 'en'): TextBuffer {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return createTextBuffer((held) => (TERMINATOR.test(held) ? ([...segmenter.segment(held)].at(-1)?.index ?? 0) : 0));
}

const TERMINATOR = /[.!?\u2026\u3002\uFF01\uFF1F\n]/u;
