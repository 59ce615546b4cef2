import { lazy } from '../../src/core/lazy.ts';

/**
 * A pattern for the end of a text. It is matched backwards from there, because `/p$/` tries every offset and so takes
 * time in proportion to the text before the match.
 */
export interface EndPattern {
  test(text: string): boolean;
  /** Returns the match of the first group; undefined if the text does not end with the pattern. */
  group(text: string): string | undefined;
}

/** Creates a pattern from the source of a regular expression with the flag `u`. Compiles it on first use. */
export function createEndPattern(source: string): EndPattern {
  // oxlint-disable-next-line patterns/escaped -- the sources are literals at the callers, where lint checks them.
  const compile = lazy(() => new RegExp(`(?<=${source})`, 'uy'));
  const exec = (text: string): RegExpExecArray | null => {
    const pattern = compile();
    pattern.lastIndex = text.length;
    return pattern.exec(text);
  };
  return { test: (text) => exec(text) !== null, group: (text) => exec(text)?.[1] };
}
