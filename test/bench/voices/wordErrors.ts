/** Counts the words that have to be replaced, removed or added to make `heard` of `said`. */
export function countWordErrors(said: readonly string[], heard: readonly string[]): number {
  let above = Array.from({ length: heard.length + 1 }, (_, column) => column);
  for (const [row, word] of said.entries()) {
    const line = [row + 1];
    for (const [column, other] of heard.entries()) {
      const replaced = (above[column] ?? 0) + (word === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
