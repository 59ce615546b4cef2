import { lazy } from '../../src/core/lazy.ts';

/**
 * A pattern for the end of a text. It is matched backwards from there: the time to match `/p$/` grows with the text before
 * the match, because every offset is tried.
 */
export interface EndPattern {
  test(text: string): boolean;
  /** Returns what the first group matched; undefined if the text does not end like this. */
  group(text: string): string | undefined;
}

/** Creates a pattern from the source of a regular expression with the flag `u`. It is compiled when it is first used. */
export function createEndPattern(source: string): EndPattern {
  const compile = lazy(() => new RegExp(`(?<=${source})`, 'uy'));
  const exec = (text: string): RegExpExecArray | null => {
    const pattern = compile();
    pattern.lastIndex = text.length;
    return pattern.exec(text);
  };
  return { test: (text) => exec(text) !== null, group: (text) => exec(text)?.[1] };
}
