import fc from 'fast-check';
import { from, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { sentences, type SentencesOptions } from '../../../operators/sentences.ts';
import { runs } from '../../properties/runs.ts';
import { collect, pieces } from './pieces.ts';

describe('for any text', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      '. ',
      '.',
      '! ',
      '? ',
      ', ',
      ' – ',
      ' ',
      '\n',
      '\r\n',
      '3',
      '12',
      'Dr. ',
      'J. ',
      'z. B. ',
      '"',
      '“',
      '(',
      ')',
    ),
    fc.constantFrom(
      'Yes',
      'no',
      'word ',
      'Über',
      '你好',
      '。',
      '，',
      '「',
      '」',
      'ไทย',
      '👍🏽',
      'e\u0301',
      '؟ ',
      '\u00a0',
      '...',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const text = fc.array(fragment, { maxLength: 60 }).map((fragments) => fragments.join(''));
  const options = fc.record({
    language: fc.constantFrom('en', 'de', 'fr', 'ja', 'th', 'xx'),
    maxChars: fc.constantFrom(1, 10, 40, 300),
    firstClause: fc.constantFrom(false as const, { minChars: 8, minWords: 2 }),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 });

  it('the pieces in order are the text, and the same ones whatever the deltas', () => {
    const property = fc.property(text, options, sizes, (whole, settings, cuts) => {
      const out = pieces(whole, settings);
      expect(out.join('')).toBe(whole);
      expect(out.every((piece) => piece.length <= settings.maxChars)).toBe(true);
      expect(collect(from(inChunks(whole, cuts)).pipe(sentences(settings)))).toEqual(out);
      expect(collect(of(whole).pipe(sentences(settings)))).toEqual(out);
    });
    fc.assert(property, runs(125));
  });

  it('the pieces in order are the text, whenever it stalls', () => {
    const property = fc.property(text, options, sizes, (whole, settings, cuts) => {
      const out = withStalls(inChunks(whole, cuts), settings);
      expect(out.join('')).toBe(whole);
    });
    fc.assert(property, runs(50));
  });

  it('no piece is whitespace alone where there is a word to join', () => {
    const property = fc.property(text, options, (whole, settings) => {
      fc.pre(settings.maxChars === 300 && whole.trim() !== '');
      expect(pieces(whole, settings).filter((piece) => piece.trim() === '')).toEqual([]);
    });
    fc.assert(property, runs(75));
  });
});

/** The pieces of deltas after each of which the text stalls. */
function withStalls(deltas: readonly string[], options: SentencesOptions): string[] {
  const out: string[] = [];
  const scheduler = new VirtualTimeScheduler();
  const text = new Subject<string>();
  text.pipe(sentences({ ...options, scheduler })).subscribe((piece) => out.push(piece));
  for (const delta of deltas) {
    text.next(delta);
    scheduler.flush();
  }
  text.complete();
  return out;
}

/** `text` in deltas of the given sizes, over and over; characters may be cut in half. */
function inChunks(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[chunks.length % sizes.length] ?? 1;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
