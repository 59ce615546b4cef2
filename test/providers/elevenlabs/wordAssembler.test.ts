import { describe, expect, test } from 'vitest';
import { createWordAssembler, type CharacterAlignment } from '../../../providers/elevenlabs/wordAssembler.ts';
import type { SpokenWord } from '../../../src/wire/tts/dialect.ts';

/** Each character lasts 10 ms. */
function chars(text: string, fromMs = 0): CharacterAlignment {
  const all = text.split('');
  return { chars: all, startsMs: all.map((_, n) => fromMs + 10 * n), durationsMs: all.map(() => 10) };
}

const read = (words: readonly SpokenWord[]): string[] =>
  words.map(({ text, startMs, endMs }) => `${text} ${startMs}-${endMs}`);

describe('createWordAssembler', () => {
  test('a word lasts from its first character to its last', () =>
    expect(read(createWordAssembler().push(chars(' so it. '), 0))).toEqual(['so 10-30', 'it. 40-70']));

  test('a word that is cut between two stretches is one word', () => {
    const maker = createWordAssembler();
    expect(read(maker.push(chars('good mor'), 0))).toEqual(['good 0-40']);
    expect(read(maker.push(chars('ning '), 80))).toEqual(['morning 50-120']);
  });

  test('the last word comes with the end, once', () => {
    const maker = createWordAssembler();
    expect(read(maker.push(chars('hi'), 0))).toEqual([]);
    expect([read(maker.end()), read(maker.end())]).toEqual([['hi 0-20'], []]);
  });

  test('times that count from the stretch are moved to where it begins', () =>
    expect(read(createWordAssembler().push(chars('a '), 500))).toEqual(['a 500-510']));

  test('times that count from the utterance stay', () =>
    expect(read(createWordAssembler().push(chars('a ', 495), 500))).toEqual(['a 495-505']));

  test('Chinese characters are words of their own, with the punctuation behind them', () =>
    expect(read(createWordAssembler().push(chars('你好。ok '), 0))).toEqual(['你 0-10', '好。ok 10-50']));
});
