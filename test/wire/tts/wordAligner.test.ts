import { describe, expect, it } from 'vitest';
import { WordAligner } from '../../../src/wire/tts/wordAligner.ts';

/** Speaks words of 10 ms each, separated by `|`; what of the text they are, each with the tens of ms that it takes. */
function aligned(text: string, spoken: string, from = 0): readonly string[] {
  const alignment = new WordAligner();
  alignment.restart(from);
  const words = spoken === '' ? [] : spoken.split('|');
  const found = words.flatMap((word, n) => alignment.add(text, { text: word, startMs: n * 10, endMs: n * 10 + 10 }));
  return [...found, ...alignment.settle(text, text.length)].map(
    ({ from: first, to, startMs, endMs }) => `${text.slice(first, to)} ${startMs / 10}-${endMs / 10}`,
  );
}

describe('the words of a text', () => {
  it.each([
    ['as they stand', 'Hello big world', 'Hello|big|world', ['Hello 0-1', 'big 1-2', 'world 2-3']],
    ['whatever their case and punctuation', 'Hello, World!', 'hello|WORLD.', ['Hello 0-1', 'World 1-2']],
    ['whatever the form of their accents', 'Café olé', 'Cafe\u0301|olé', ['Café 0-1', 'olé 1-2']],
    ['with their apostrophes', "I don't know", "I|don't|know", ['I 0-1', "don't 1-2", 'know 2-3']],
    ['as often as they are said', 'no no no', 'no|no|no', ['no 0-1', 'no 1-2', 'no 2-3']],
    ['through quotes, dashes and emoji', '“Yes” — 🙂 no', 'Yes|no', ['Yes 0-1', 'no 1-2']],
    ['through spoken punctuation and pauses', 'One, two', 'One|,| |two', ['One 0-1', 'two 3-4']],
  ])('are found %s', (_, text, spoken, expected) => {
    expect(aligned(text, spoken)).toEqual(expected);
  });

  it('are looked for from where the text begins that is spoken', () => {
    expect(aligned('one one two', 'one|two', 4)).toEqual(['one 0-1', 'two 1-2']);
  });

  it.each([
    ['by characters', 'Hi you', 'H|i| |y|o|u', ['Hi 0-2', 'you 3-6']],
    ['with a sound between', 'better now', 'bet|uh|ter|now', ['better 0-3', 'now 3-4']],
    ['by syllables', 'better now', 'bet|ter|now', ['better 0-2', 'now 2-3']],
    ['by characters, without spaces between words', '你好世界', '你|好|世|界', ['你好 0-2', '世界 2-4']],
    ['in Japanese', 'これはペンです', 'こ|れ|は|ペ|ン|で|す', ['これ 0-2', 'は 2-3', 'ペン 3-5', 'です 5-7']],
  ])('that are spoken in parts are put together: %s', (_, text, spoken, expected) => {
    expect(aligned(text, spoken)).toEqual(expected);
  });

  it.each([
    ['a compound', 'a well-known fact', 'a|well-known|fact', ['a 0-1', 'well-known 1-2', 'fact 2-3']],
    ['a phrase', 'good morning you', 'good morning|you', ['good morning 0-1', 'you 1-2']],
  ])('that are spoken as one are one: %s', (_, text, spoken, expected) => {
    expect(aligned(text, spoken)).toEqual(expected);
  });

  it.each([
    ['a number', 'at 22 sharp', 'at|twenty|two|sharp', ['at 0-1', '22 1-3', 'sharp 3-4']],
    ['a time', 'at 7 pm tomorrow', 'at|seven|p|m|tomorrow', ['at 0-1', '7 pm 1-4', 'tomorrow 4-5']],
    ['a price', 'It costs $5 today', 'It|costs|five|dollars|today', ['It 0-1', 'costs 1-2', '5 2-4', 'today 4-5']],
    [
      'a date',
      'on 2026-11-21 we met',
      'on|November|twenty|first|twenty|twenty|six|we|met',
      ['on 0-1', '2026-11-21 1-7', 'we 7-8', 'met 8-9'],
    ],
    ['a title', 'Dr. Who is in', 'Doctor|Who|is|in', ['Dr 0-1', 'Who 1-2', 'is 2-3', 'in 3-4']],
    ['a number among characters', '有3个苹果', '有|三|个|苹|果', ['有 0-1', '3 1-2', '个 2-3', '苹果 3-5']],
    ['a number before a word of characters', '有3苹果吃', '有|三|苹|果|吃', ['有 0-1', '3 1-2', '苹果 2-4', '吃 4-5']],
    ['the last of the text', 'It is $5.', 'It|is|five|dollars', ['It 0-1', 'is 1-2', '5 2-4']],
    ['the first of it', '5 of us', 'five|of|us', ['5 0-1', 'of 1-2', 'us 2-3']],
    ['all of it', '10:30', 'half|past|ten', ['10:30 0-3']],
  ])('that are spoken otherwise have the time between those that are found: %s', (_, text, spoken, expected) => {
    expect(aligned(text, spoken)).toEqual(expected);
  });

  it('that are not in the text are passed over', () => {
    expect(aligned('One two', 'One|uh|two')).toEqual(['One 0-1', 'two 2-3']);
  });

  it('that are not spoken have no time', () => {
    expect(aligned('One small two', 'One|two')).toEqual(['One 0-1', 'two 1-2']);
  });

  it('are not mistaken for the same words further on', () => {
    expect(aligned('1 of one kind', 'one|of|one|kind')).toEqual(['1 0-1', 'of 1-2', 'one 2-3', 'kind 3-4']);
  });

  it('that only begin alike are not mistaken', () => {
    expect(aligned('tomorrow to you', 'to|you')).toEqual(['tomorrow to 0-1', 'you 1-2']);
  });

  it('are found further on than a few only where more was spoken', () => {
    expect(aligned('1 a b c d', 'd')).toEqual(['1 a b c d 0-1']);
    expect(aligned('1 a b c d', 'q|r|s|d')).toEqual(['1 a b c 0-3', 'd 3-4']);
  });
});
