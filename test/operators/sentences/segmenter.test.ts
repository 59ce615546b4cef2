import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLastWordBreak } from '../../../operators/sentences/boundaries.ts';
import { findLastSpacedWord } from '../../../operators/sentences/lastSpacedWord.ts';
import { findPlainEnd, mayEnd } from '../../../operators/sentences/plainEnd.ts';
import { runs } from '../../properties/runs.ts';

const LANGUAGES = ['en', 'de', 'fr', 'el', 'ja', 'zh', 'th', 'ar', 'xx'];

const character = fc.oneof(
  fc.constantFrom('. ', '? ', '." ', '!) ', '。」', '\r\n'),
  fc.constantFrom(...Array.from('.!?"\'”’)( \n\r。！？」；;…,:'), '\u2028', '\u200d', '\u0301', '»', '\ud83c'),
  fc.constantFrom('A', 'a', 'Word', 'word', '3', 'É', 'ß', '我', 'か', 'カ', 'ไ', '👍🏽', 'Ω'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''));

describe('an end of a sentence that is found without a segmenter', () => {
  it('is the one that the segmenter finds, in any language', () => {
    const property = fc.property(text, fc.constantFrom(...LANGUAGES), (any, language) => {
      const plain = findPlainEnd(any, (at) => any.slice(0, at).trim() !== '');
      fc.pre(plain !== 'unclear');
      expect(plain?.at).toBe(firstEnd(any, language));
    });
    fc.assert(property, runs(500));
  });
});

describe('a character that can end a sentence', () => {
  it('is noticed alone and behind others, whichever it is', () => {
    const terminals = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((any) =>
      /[\p{Sentence_Terminal};\u037e\n\r\u0085\u2028\u2029]/u.test(any),
    );
    expect(terminals.length).toBeGreaterThan(100);
    expect(terminals.filter((any) => !mayEnd(any) || !mayEnd(`我 a${any}`))).toEqual([]);
  });
});

/** The end of the first sentence by the segmenter, with the spaces after it. */
function firstEnd(any: string, language: string): number | undefined {
  const segments = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(any)];
  const next = segments.find(({ index }) => any.slice(0, index).trim() !== '' && any.slice(index).trim() !== '');
  return next && next.index + (/^\s*/.exec(any.slice(next.index))?.[0].length ?? 0);
}

describe('the last word after a space that is found without a segmenter', () => {
  const after = fc.constantFrom('a', 'é', 'Я', '한', '👍🏽', '🏽', '\u0301', '\u200d', '-', '\u202f', '\ud83c', ' ');
  const spaced = fc.array(fc.tuple(fc.oneof(character, after), fc.constantFrom(' ', ' ', '')), { maxLength: 20 });

  it('is the one that the segmenter finds, in any language', () => {
    const property = fc.property(spaced, fc.constantFrom(...LANGUAGES), fc.nat(20), (characters, language, last) => {
      const any = characters.flat().join('');
      const found = findLastSpacedWord(any, (at) => at <= last);
      fc.pre(found !== 'unclear');
      const starts = Array.from(
        new Intl.Segmenter(language, { granularity: 'word' }).segment(any),
        ({ index }) => index,
      );
      const afterSpace = (at: number): boolean => any.charAt(at - 1) === ' ' && any.charAt(at) !== ' ';
      expect(found).toBe(starts.findLast((at) => at <= last && afterSpace(at)));
    });
    fc.assert(property, runs(500));
  });

  it('leaves a skin tone after a space to the segmenter', () => {
    const found = ['ok 👍', 'ok 🏽', 'ok \u0301a', 'ok'].map((any) => findLastSpacedWord(any, () => true));
    expect(found).toEqual([3, 'unclear', 'unclear', undefined]);
  });
});

describe('the last word of a long text of ideographs', () => {
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  const ideograph = fc.oneof(
    fc.constantFrom(
      ...Array.from('的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能子那得于着下自之年过发后'),
    ),
    fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
  );

  it('begins where it begins if all of the text is read', () => {
    const property = fc.property(fc.array(ideograph, { minLength: 200, maxLength: 301 }), (ideographs) => {
      const long = ideographs.join('');
      const all = Array.from(words.segment(long), ({ index }) => index);
      expect(findLastWordBreak(long, words, () => true)).toBe(all.at(-1));
    });
    fc.assert(property, runs(75));
  });

  it('is found before the tail if no cut is allowed there', () => {
    const long = '我们在一九八四年开业在一栋以前是面包店的房子里'.repeat(12);
    const all = Array.from(words.segment(long), ({ index }) => index);
    for (const last of [260, 240, 220, 200, 180, 100])
      expect(findLastWordBreak(long, words, (at) => at <= last)).toBe(all.findLast((at) => at <= last));
  });
});
