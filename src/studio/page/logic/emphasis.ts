/** A part of a sentence. */
export interface SentencePart {
  readonly text: string;
  readonly isNumber: boolean;
}

const NUMBER = /(\d[\d.,]*\d|\d)(\s?(?:ms|s|%|words?)\b)?/gu;

/** Splits a sentence at its numbers, with their units, so that they can be emphasised. */
export function splitNumbers(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let at = 0;
  for (const match of sentence.matchAll(NUMBER)) {
    if (match.index > at) parts.push({ text: sentence.slice(at, match.index), isNumber: false });
    parts.push({ text: match[0], isNumber: true });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at), isNumber: false });
  return parts;
}
