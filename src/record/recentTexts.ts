import { offsetsInto, type RewriteText } from './redactJoined.ts';

/** Limit on the texts. */
const MAX_TEXTS = 16;

/** Keys of texts that may be the start of a streamed text: the heard part of an interrupted reply. */
const STARTS: ReadonlySet<string> = new Set(['heard', 'content']);

/** The latest streamed texts, with their rewritten form. */
export interface RecentTexts {
  add(text: string, rewritten: string, rewrite: RewriteText): void;
  /** Returns the rewritten form of `start` if a recent text begins with it. */
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
