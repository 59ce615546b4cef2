/** What the agent knows. In your program: the rows of a vector store. */
const PASSAGES = [
  'The museum opens at ten and closes at six. On Mondays it is closed.',
  'A ticket costs twelve euros, and six for students. Children under twelve pay nothing.',
  'Dogs stay outside. Guide dogs are welcome everywhere.',
] as const;

/** Words that say nothing about the subject. */
const COMMON = new Set([
  'a',
  'an',
  'and',
  'are',
  'at',
  'can',
  'do',
  'for',
  'i',
  'in',
  'is',
  'it',
  'my',
  'of',
  'on',
  'the',
  'to',
  'what',
  'when',
  'you',
]);

/** Returns the passages that share most words with the question, at most `count`. */
export function findPassages(question: string, count = 1): readonly string[] {
  const asked = wordsOf(question);
  return PASSAGES.map((passage) => ({
    passage,
    shared: wordsOf(passage).filter((word) => asked.includes(word)).length,
  }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, count)
    .map(({ passage }) => passage);
}

/** The stems of the words: "opens" and "open" are one. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?<=..)e?s$/u, ''));
}
