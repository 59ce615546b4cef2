/** Counts the words that were misheard: the least number of words to replace, to leave out and to add. */
export function countWordErrors(expected: string, heard: string): number {
  const [wanted, words] = [splitWords(expected), splitWords(heard)];
  let row = words.map((_, at) => at + 1);
  row.unshift(0);
  for (const [index, word] of wanted.entries()) {
    const next = [index + 1];
    for (const [at, other] of words.entries())
      next.push(Math.min((row[at] ?? 0) + Number(word !== other), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

export function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}
