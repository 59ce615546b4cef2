/** Breaks a line between words so that it fits the columns. Further lines are indented. A longer word keeps its own line. */
export function wrap(line: string, columns: number, indent: number): readonly string[] {
  const [first = '', ...words] = line.trimStart().split(' ');
  const lines: string[] = [];
  let current = ' '.repeat(line.length - line.trimStart().length) + first;
  for (const word of words) {
    if (current.length + 1 + word.length <= columns) current += ` ${word}`;
    else {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    }
  }
  return [...lines, current];
}
