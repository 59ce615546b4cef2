import { describe, expect, test } from 'vitest';
import { addTranscript, noText, piecesOf, type SegmentText } from '../../src/core/segmentText.ts';

type Step = readonly [kind: 'interim' | 'final', text: string];

const textAfter = (...steps: readonly Step[]): SegmentText =>
  steps.reduce((text: SegmentText, [kind, words]) => addTranscript(text, { kind, text: words }), noText);

describe('the text of a segment', () => {
  test.each<[string, readonly Step[], string]>([
    ['is empty at first', [], ''],
    ['is its interim', [['interim', 'hello']], 'hello'],
    [
      'is the latest of its interims',
      [
        ['interim', 'hello'],
        ['interim', 'hello there'],
      ],
      'hello there',
    ],
    [
      'keeps an interim behind which a blank one comes',
      [
        ['interim', 'hello'],
        ['interim', ' '],
      ],
      'hello',
    ],
    [
      'is its final in place of the interim',
      [
        ['interim', 'hello'],
        ['final', 'Hello there.'],
      ],
      'Hello there.',
    ],
    [
      'loses the interim that a blank final replaces',
      [
        ['interim', 'hello'],
        ['final', ' '],
      ],
      '',
    ],
    [
      'joins its finals by one space',
      [
        ['final', ' Hello. '],
        ['final', 'How are you?'],
      ],
      'Hello. How are you?',
    ],
    [
      'is its finals and the interim behind them',
      [
        ['final', 'Hello.'],
        ['interim', 'how'],
      ],
      'Hello. how',
    ],
  ])('%s', (_, steps, expected) => expect(textAfter(...steps).text).toBe(expected));

  test('keeps its pieces as they came', () => {
    const words = [{ text: 'hello', startMs: 0, endMs: 300 }];
    const final = { kind: 'final', text: 'hello', words } as const;
    expect(piecesOf(addTranscript(addTranscript(noText, final), { kind: 'interim', text: 'how' }))).toEqual([
      final,
      { kind: 'interim', text: 'how' },
    ]);
  });
});
