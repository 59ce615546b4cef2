import fc from 'fast-check';
import { concat, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { normalizeForSpeech } from '../../operators/normalizeForSpeech.ts';
import { SpokenMap, type SpokenSpan } from '../../src/core/spokenText.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { runs } from '../properties/runs.ts';
import { spansOf } from './normalizeForSpeech/speakAll.ts';

const letters = { a: '**3', b: ' km**' };
const spans = {
  x: { text: '**', spoken: '' },
  y: { text: '3 km', spoken: '3 kilometers' },
  z: { text: '**', spoken: '' },
};

const options = { language: 'en', dictionary: { SQL: 'sequel', 'new york': 'big apple', 東京: 'とうきょう' } };

const fragment = fc.oneof(
  fc.constantFrom(
    '**',
    '*',
    '_',
    '~~',
    '`',
    '```',
    '```\n',
    '\n',
    '\r\n',
    '# ',
    '- ',
    '1. ',
    '> ',
    '|',
    ' | ',
    '|--|\n',
  ),
  fc.constantFrom('[', ']', '](', ')', '](https://a.b)', '![', '<', '>', '<br>', '<break/>', '\\', '\\*', '[1]'),
  fc.constantFrom('$', '€', '3', '3.50', '1,000', ' km', ' m', 'M', ' million', ' ', '  ', '\t', '–', '-', '%', '°C'),
  fc.constantFrom('https://', 'www.', 'example.com', '/a/b', '?q=1', '@', '.', ',', '!', ':', '(', '---\n', '***\n'),
  fc.constantFrom(
    'word',
    'Über',
    'SQL',
    'new',
    'York',
    '東京',
    '京',
    'ไทย',
    '👍🏽',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    '1️⃣',
    'e\u0301',
    '\ud83c',
    '\udf89',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(fragment, { maxLength: 60 }).map((fragments) => fragments.join(''));
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 });

describe('normalizeForSpeech', () => {
  it('emits stretches of the text, with what is said for each', () => {
    marbles(({ hot, expectObservable }) => {
      const text$ = hot('a-b-----|', letters);
      const said = '     --x-----(yz|)';
      expectObservable(text$.pipe(normalizeForSpeech({ language: 'en' }))).toBe(said, spans);
    });
  });

  it('an error comes after what is said for the text before it', () => {
    const failing = concat(
      of('5 k', 'm'),
      throwError(() => new Error('down')),
    );
    const got: SpokenSpan[] = [];
    let failure: unknown;
    failing
      .pipe(normalizeForSpeech(options))
      .subscribe({ next: (span) => got.push(span), error: (e) => (failure = e) });
    expect(got).toEqual([{ text: '5 km', spoken: '5 kilometers' }]);
    expect(failure).toEqual(new Error('down'));
  });

  it('refuses a language that is no text', () => {
    expect(() => normalizeForSpeech({ language: 5 as never })).toThrow(
      'Expected language to be a BCP-47 tag, got number.',
    );
  });
});

describe('for any text', () => {
  it('no text is lost, and any deltas give the same', () => {
    const property = fc.property(text, sizes, fc.constantFrom('en', 'de', 'ja'), (whole, cuts, language) => {
      const spans = spansOf([whole], { ...options, language });
      expect(spans.map((span) => span.text).join('')).toBe(whole);
      expect(merged(spansOf(inChunks(whole, cuts), { ...options, language }))).toEqual(merged(spans));
      expect(merged(spansOf(whole.split(''), { ...options, language }))).toEqual(merged(spans));
    });
    fc.assert(property, runs(250));
  });

  it('places of the text and of what is spoken map to each other in order', () => {
    const property = fc.property(text, (whole) => {
      const map = new SpokenMap();
      for (const span of spansOf([whole], options)) map.add(span);
      const toText = Array.from({ length: map.spokenLength + 1 }, (_, at) => map.toTextBehindSilence(at));
      const toSpoken = Array.from({ length: whole.length + 1 }, (_, at) => map.toSpoken(at));
      expect(toText).toEqual(toText.toSorted((a, b) => a - b));
      expect(toSpoken).toEqual(toSpoken.toSorted((a, b) => a - b));
      expect([map.textLength, toText.at(-1)]).toEqual([whole.length, whole.length]);
      for (const [at, offset] of toText.entries()) {
        expect(map.toText(at)).toBeLessThanOrEqual(offset);
        expect(map.toSpoken(offset)).toBeLessThanOrEqual(at);
      }
    });
    fc.assert(property, runs(125));
  });

  it.each([
    ['words', 'word 5 km **bold** '],
    ['a run without end', '['],
    ['rows of a table', '| a '],
  ])('time is linear: %s', (_, part) => {
    const [short = 0, long] = [16_384, 65_536].map((length) =>
      duration(inChunks(part.repeat(length / part.length), [4])),
    );
    expect(long).toBeLessThan(12 * Math.max(short, 10));
  });
});

/** The shortest CPU time of three for a text, in ms: four times is linear, sixteen times quadratic. */
function duration(deltas: readonly string[]): number {
  const times = [1, 2, 3].map(() => {
    const from = process.cpuUsage();
    spansOf(deltas, options);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Joins neighbours that are spoken as they are written, and those that are silent: deltas may divide them. */
function merged(spans: readonly SpokenSpan[]): readonly SpokenSpan[] {
  const all: SpokenSpan[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    const joins = last !== undefined && last.text === last.spoken && span.text === span.spoken;
    if (joins) all[all.length - 1] = { text: last.text + span.text, spoken: last.spoken + span.spoken };
    else all.push(span);
  }
  return all;
}

function inChunks(whole: string, cuts: readonly number[]): readonly string[] {
  const chunks: string[] = [];
  for (let [at, n] = [0, 0]; at < whole.length; n++) {
    const size = cuts[n % cuts.length] ?? 1;
    chunks.push(whole.slice(at, at + size));
    at += size;
  }
  return chunks;
}
