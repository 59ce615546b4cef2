import { escapePattern } from '../../../core/escapePattern.ts';

/** The beginning of a line up to the quotation mark before `in` or `out`: `{"t":12.5,"after":3,` */
const START = String.raw`\{"t":[\d.e+-]+,(?:"joined":true,|"due":[\d.e+-]+,|"after":\d+,)*"`;

const KNOWN = new RegExp(`^${START}(?:in|out)":"[a-zA-Z]`, 'u');

/** The lines that a summary reads. */
const NEEDED = new RegExp(
  `^${START}(?:in":"(?:typed|entry)\\b|out":"(?:activity|command|ended|error|event|functionCalls|metrics|playout|speech|transcript|usage|userTurn)"(?!,"v":\\{"kind":"(?:audio|text)"))`,
  'u',
);

/**
 * Returns whether a summary needs a line. Looks only at its beginning, because parsing all lines of a folder would take
 * minutes. A line with an unusual beginning is parsed.
 */
export function isNeeded(line: string): boolean {
  return NEEDED.test(line) || !KNOWN.test(line);
}

/** Reads the time of a line that is not parsed. Returns null if the line has an unusual beginning. */
export function readTime(line: string): number | null {
  const comma = line.indexOf(',');
  const t = line.startsWith('{"t":') && comma !== -1 ? Number(line.slice(5, comma)) : Number.NaN;
  return Number.isFinite(t) ? t : null;
}

/** Creates an expression that matches, at its `lastIndex`, a frame, a timer or a position: most lines of a recording. */
export function createFrameMatcher(): RegExp {
  return new RegExp(`${START}(?:in":"(?:audio|vad|tick|report)"|out":"playout","v":\\{"kind":"audio")`, 'uy');
}

/** Creates an expression that matches, at its `lastIndex`, a line with none of these names. */
export function createOtherMatcher(names: readonly string[]): RegExp {
  return new RegExp(`${START}(?:in|out)":"(?!(?:${names.map(escapePattern).join('|')})\\b)[a-zA-Z]`, 'uy');
}
