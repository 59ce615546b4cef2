import { expect, test } from 'vitest';
import { parseDetails, parseText } from '../../../providers/azure/phrase.ts';

const WORD = { Word: 'hello', Offset: 5_000_000, Duration: 2_500_000 };

test.each([
  ['simple', { DisplayText: 'Hello.' }, 'Hello.'],
  ['detailed', { NBest: [{ Display: 'Hello.' }, { Display: 'Hallo.' }] }, 'Hello.'],
  ['detailed, as older services have it', { NBest: [{ DisplayText: 'Hello.' }] }, 'Hello.'],
  ['detailed, without a reading', { NBest: [], DisplayText: 'Hello.' }, 'Hello.'],
  ['without text', { NBest: null }, ''],
])('the text of a phrase that is %s', (_, phrase, text) => expect(parseText(phrase)).toBe(text));

test('a detailed phrase has words, timed from the start of the utterance, and a confidence', () => {
  const words = [WORD, { ...WORD, Word: 'ann', Confidence: 0.5 }];
  expect(parseDetails({ NBest: [{ Confidence: 0.8, Words: words }] }, 1000)).toStrictEqual({
    words: [
      { text: 'hello', startMs: 1500, endMs: 1750 },
      { text: 'ann', startMs: 1500, endMs: 1750, confidence: 0.5 },
    ],
    confidence: 0.8,
  });
});

test('a language and a speaker are given where they are known', () => {
  const PrimaryLanguage = { Language: 'de-DE', Confidence: 'High' };
  expect(parseDetails({ PrimaryLanguage, SpeakerId: 'Guest-1' }, 0)).toStrictEqual({
    language: 'de-DE',
    speaker: 'Guest-1',
  });
  expect(parseDetails({ PrimaryLanguage: { Language: 'Unknown' }, SpeakerId: 'Unknown' }, 0)).toStrictEqual({});
});

test('words are left out where one of them is not timed', () =>
  expect(parseDetails({ NBest: [{ Words: [WORD, { Word: 'ann' }] }] }, 0)).toStrictEqual({}));
