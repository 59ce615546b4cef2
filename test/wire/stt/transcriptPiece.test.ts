import { expect, test } from 'vitest';
import type { TranscriptDetails } from '../../../src/core/speech.ts';
import { joinPieces } from '../../../src/wire/stt/transcriptPiece.ts';

const one = { text: 'one', startMs: 0, endMs: 100 };
const two = { text: 'two', startMs: 200, endMs: 300 };

test.each<[what: string, details: readonly TranscriptDetails[], joined: TranscriptDetails]>([
  ['no details', [{}, {}], {}],
  ['words behind one another', [{ words: [one] }, { words: [two] }], { words: [one, two] }],
  ['no words where a piece has none', [{ words: [one] }, {}], {}],
  ['no confidence where a piece has none', [{ confidence: 1 }, {}], {}],
  ['the language of most of the text', [{ language: 'de' }, { language: 'en' }], { language: 'en' }],
  ['the language that is known', [{ language: 'de' }, {}], { language: 'de' }],
  ['the one speaker', [{ speaker: '0' }, { speaker: '0' }], { speaker: '0' }],
  ['no speaker of several', [{ speaker: '0' }, { speaker: '1' }], {}],
  ['no speaker where it is not known of all', [{ speaker: '0' }, {}], {}],
])('pieces have %s', (_, [first = {}, second = {}], details) => {
  const pieces = [
    { text: 'ja', details: first },
    { text: ' ', details: {} },
    { text: ' yes', details: second },
  ];
  expect(joinPieces(pieces)).toStrictEqual({ text: 'ja yes', details });
});

test('confidence is weighted by the length of the text', () => {
  const pieces = [
    { text: 'ab', details: { confidence: 1 } },
    { text: 'abcdef', details: { confidence: 0.6 } },
  ];
  expect(joinPieces(pieces).details.confidence).toBeCloseTo(0.7);
});

test('no pieces are no text', () => {
  expect(joinPieces([{ text: ' ', details: { language: 'en' } }])).toEqual({ text: '', details: {} });
});
