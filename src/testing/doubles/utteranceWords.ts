export interface UtteranceWords {
  readonly length: number;
  join(from: number, to: number): string;
  /** Splits the words from `from` to `to` at the ends of texts. */
  texts(from: number, to: number): string[];
  /** Returns the end of the last text whose words all come before `to`, ignoring the final text. */
  lastWhole(to: number): number;
}

export function splitWords(text: string | readonly string[]): UtteranceWords {
  const parts = [text].flat().map((part) => part.split(/\s+/).filter(Boolean));
  const words = parts.flat();
  const ends = parts.map((_, n) => parts.slice(0, n + 1).flat().length);
  const join = (from: number, to: number): string => words.slice(from, to).join(' ');
  return {
    length: words.length,
    join,
    texts: (from, to) =>
      ends.map((end, n) => join(Math.max(from, ends[n - 1] ?? 0), Math.min(to, end))).filter((part) => part !== ''),
    lastWhole: (to) => Math.max(0, ...ends.slice(0, -1).filter((end) => end <= to)),
  };
}
