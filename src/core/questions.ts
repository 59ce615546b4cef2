import { lazy } from './lazy.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/**
 * The end of a question: a question mark in any script (in Greek a semicolon, in Japanese also "か。") and closing marks.
 */
const QUESTION_END = /(?:[?？؟՞፧⁇⁈⁉‽\u037E]|(?<=\p{Script=Greek});|か[。．])[?!？！]*["'”’»)\]」』]*/gu;

const WORD = /[\p{L}\p{N}]/u;

const getSegmenter = lazy(() => createTextSegmenter('sentence'));

/** Finds the offset at which a question in the last two sentences of a text ends. */
export function findLastQuestion(text: string): number | undefined {
  let end: number | undefined;
  for (const match of text.matchAll(QUESTION_END)) end = match.index + match[0].length;
  return end !== undefined && countSentences(text.slice(end)) <= 1 ? end : undefined;
}

/** Returns whether the last sentence of a text is a question. */
export function endsInQuestion(text: string): boolean {
  const end = findLastQuestion(text);
  return end !== undefined && !WORD.test(text.slice(end));
}

function countSentences(text: string): number {
  return [...getSegmenter().segment(text)].filter(({ segment }) => WORD.test(segment)).length;
}
