import { isDeepStrictEqual } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';

/** A pattern for texts. Created by `matches`. */
export class TextMatch {
  readonly #pattern: RegExp;

  constructor(pattern: RegExp) {
    // Sticky and global patterns keep state between tests.
    this.#pattern = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/gu, ''));
  }

  fits(text: unknown): boolean {
    return typeof text === 'string' && this.#pattern.test(text);
  }

  toString(): string {
    return String(this.#pattern);
  }

  toJSON(): string {
    return this.toString();
  }
}

export type ExpectedText = string | TextMatch;

/** Creates a pattern to use wherever a text is expected. @throws AntiphonError `usage_invalid` for other values */
export function matches(pattern: RegExp): TextMatch {
  if (!(pattern instanceof RegExp))
    throw new AntiphonError('usage_invalid', `matches: expected a regular expression, got ${typeof pattern}`);
  return new TextMatch(pattern);
}

/** Returns whether a value equals the expected one, with patterns for any of its texts. */
export function fits(expected: unknown, got: unknown): boolean {
  if (expected instanceof TextMatch) return expected.fits(got);
  if (Array.isArray(expected))
    return Array.isArray(got) && got.length === expected.length && expected.every((one, n) => fits(one, got[n]));
  if (!isPlain(expected) || !isPlain(got)) return isDeepStrictEqual(got, expected);
  const keys = Object.keys(expected);
  return Object.keys(got).length === keys.length && keys.every((key) => key in got && fits(expected[key], got[key]));
}

/** Formats an expected text as written in a score: `'text'`, or `matches(/text/)`. */
export function writeExpected(text: ExpectedText): string {
  return typeof text === 'string' ? `'${text}'` : `matches(${text.toString()})`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
