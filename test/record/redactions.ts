import * as fc from 'fast-check';
import type { Redact } from '../../src/record/redact.ts';

export const SECRET = '4711';

/** Only the whole number is a match, so that its parts alone are not rewritten. */
export const masks: Redact = (text) => text.replaceAll(/\b4711\b/gu, '0000');
export const shortens: Redact = (text) => text.replaceAll('4711', '#');
export const lengthens: Redact = (text) => text.replaceAll('4711', '[a secret number]');
export const REDACTIONS: readonly Redact[] = [masks, shortens, lengthens];

export const aText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(SECRET, '47', '11', 'call', ' ', ', ', 'a', '#', '😀'), { maxLength: 12 })
  .map((parts) => parts.join(''));
export const cuts: fc.Arbitrary<number[]> = fc.array(fc.nat({ max: 40 }), { maxLength: 12 });

/** Cuts a text anywhere, also into empty pieces. */
export function piecesOf(text: string, at: readonly number[]): readonly string[] {
  const offsets = [0, ...at.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
  return offsets.slice(1).map((to, n) => text.slice(offsets[n], to));
}
