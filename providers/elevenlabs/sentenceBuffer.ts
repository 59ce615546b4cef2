import { withTrailingSpace } from '../../src/wire/tts/textBuffer.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';

/**
 * Holds text until a sentence is whole, which the sentence after it shows; `flush` and `end` give the rest. For text that
 * is to be spoken at once whenever it comes.
 */
export function createSentenceBuffer(language = 'en'): TextBuffer {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  let held = '';
  let mayEnd = false;
  const giveTo = (end: number): string => {
    const piece = held.slice(0, end);
    held = held.slice(end);
    return withTrailingSpace(piece);
  };
  const flush = (): string => giveTo(held.length);
  const push = (text: string): string => {
    held += text;
    mayEnd ||= TERMINATOR.test(text);
    const begun = mayEnd ? ([...segmenter.segment(held)].at(-1)?.index ?? 0) : 0;
    const sentences = giveTo(begun);
    if (begun > 0) mayEnd = TERMINATOR.test(held);
    return sentences;
  };
  return { push, flush, end: flush };
}

const TERMINATOR = /[.!?\u2026\u3002\uFF01\uFF1F\n]/u;
