import { describe, expect, test } from 'vitest';
import { parseRecognition } from '../../../providers/sherpa/engine/recognition.ts';

const wordsOf = (result: object): readonly (readonly [string, number, number])[] | undefined =>
  parseRecognition(result).words?.map(({ text, startMs, endMs }) => [text, Math.round(startMs), Math.round(endMs)]);

describe('the words of a result', () => {
  test('are joined from their pieces, and end at the latest where the next begins', () =>
    expect(
      wordsOf({
        text: ' HELLO BIG WORLD',
        tokens: [' HE', 'LLO', ' BIG', ' WOR', 'LD'],
        timestamps: [0.2, 0.3, 0.4, 1, 1.1],
      }),
    ).toEqual([
      ['hello', 200, 400],
      ['big', 400, 600],
      ['world', 1000, 1300],
    ]));

  test('are as long as the model says', () =>
    expect(
      wordsOf({
        text: 'Hello, you.',
        tokens: ['▁Hello', ',', '▁you', '.'],
        timestamps: [0, 0.4, 1, 1.3],
        durations: [0.4, 0.05, 0.3, 0.1],
      }),
    ).toEqual([
      ['Hello,', 0, 450],
      ['you.', 1000, 1400],
    ]));

  test('are single characters in Chinese', () =>
    expect(wordsOf({ text: '你好 hi', tokens: ['你', '好', '▁hi'], timestamps: [0, 0.2, 0.5] })).toEqual([
      ['你', 0, 200],
      ['好', 200, 400],
      ['hi', 500, 700],
    ]));

  test('are absent if the tokens are not timed, or are not the text', () => {
    expect(wordsOf({ text: 'hello', tokens: ['hello'], timestamps: [] })).toBeUndefined();
    expect(wordsOf({ text: '10', tokens: ['▁ten'], timestamps: [0] })).toBeUndefined();
  });
});

describe('a result', () => {
  test('keeps its spelling unless the model writes capitals only', () => {
    expect(parseRecognition({ text: ' Hello NASA' }).text).toBe('Hello NASA');
    expect(parseRecognition({ text: 'HELLO NASA' }).text).toBe('hello nasa');
  });

  test('names the language that the model detected', () => {
    expect(parseRecognition({ text: 'hello', lang: '<|en|>' }).language).toBe('en');
    expect(parseRecognition({ text: 'bonjour', lang: 'fr' }).language).toBe('fr');
    expect(parseRecognition({ text: 'hello', lang: '' }).language).toBeUndefined();
  });
});
