import { offsetsInto, type RewriteText } from './redactJoined.ts';

/** How many texts are kept. */
const MAX_TEXTS = 16;

/** Keys of texts that may be the start of a streamed text: the part of an interrupted reply that was heard. */
const STARTS: ReadonlySet<string> = new Set(['heard', 'content']);

/** The latest streamed texts, with their rewritten form. */
export interface RecentTexts {
  add(text: string, rewritten: string, rewrite: RewriteText): void;
  /** Returns the start of the rewritten form of a text that starts so; undefined: there is none. */
  findStart(start: string, key: string): string | undefined;
}

/** Creates an empty list of texts. */
export function createRecentTexts(): RecentTexts {
  const texts: { readonly text: string; readonly cut: (start: string) => string }[] = [];
  return {
    add: (text, rewritten, rewrite) => {
      const offset = offsetsInto(rewrite, text, rewritten, 1);
      texts.unshift({ text, cut: (start) => rewritten.slice(0, offset(start.length)) });
      if (texts.length > MAX_TEXTS) texts.pop();
    },
    findStart: (start, key) =>
      start === '' || !STARTS.has(key) ? undefined : texts.find(({ text }) => text.startsWith(start))?.cut(start),
  };
}
