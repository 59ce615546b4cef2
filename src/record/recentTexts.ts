import { offsetsInto, type RewriteText } from './redactJoined.ts';

/** Maximum number of texts. */
const MAX_TEXTS = 16;

/** Keys of texts that may be part of a streamed text: the heard part of an interrupted or resumed reply. */
const PARTS: ReadonlySet<string> = new Set(['heard', 'content']);

/** The latest streamed texts with their rewritten forms. */
export interface RecentTexts {
  add(text: string, rewritten: string, rewrite: RewriteText): void;
  /** Returns the rewritten form of `part` if it occurs in a recent text at the start or after white space. */
  findPart(part: string, key: string): string | undefined;
}

interface RecentText {
  readonly text: string;
  /** Returns the rewritten form of a range of the text. */
  readonly cut: (from: number, to: number) => string;
}

/** Creates an empty list of texts. */
export function createRecentTexts(): RecentTexts {
  const texts: RecentText[] = [];
  return {
    add: (text, rewritten, rewrite) => {
      const offset = offsetsInto(rewrite, text, rewritten, 2);
      texts.unshift({ text, cut: (from, to) => rewritten.slice(offset(from), offset(to)) });
      if (texts.length > MAX_TEXTS) texts.pop();
    },
    findPart: (part, key) => {
      if (part === '' || !PARTS.has(key)) return undefined;
      for (const { text, cut } of texts) {
        const from = indexOfPart(text, part);
        if (from >= 0) return cut(from, from + part.length);
      }
      return undefined;
    },
  };
}

function indexOfPart(text: string, part: string): number {
  let at = text.indexOf(part);
  while (at > 0 && /\S/.test(text.charAt(at - 1)) && /\S/.test(part.charAt(0))) at = text.indexOf(part, at + 1);
  return at;
}
