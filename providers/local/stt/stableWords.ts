/**
 * Creates a function that takes the hypotheses of an utterance, one per 100 ms of audio, and returns the words with
 * which `count` consecutive hypotheses begin. Returned words stay until `count` hypotheses differ from them.
 */
export function createStableWords(count: number): (words: readonly string[]) => readonly string[] {
  const last: (readonly string[])[] = [];
  return (words) => {
    last.push(words);
    if (last.length > count) last.shift();
    return last.length < count ? [] : last.reduce(commonPrefix);
  };
}

function commonPrefix(a: readonly string[], b: readonly string[]): readonly string[] {
  const end = a.findIndex((word, index) => word !== b[index]);
  return end === -1 ? a : a.slice(0, end);
}
