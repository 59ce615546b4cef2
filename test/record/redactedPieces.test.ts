import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactJoined } from '../../src/record/redactJoined.ts';
import { redactSpeech } from '../../src/record/redactSpeech.ts';
import { runs } from '../properties/runs.ts';
import { aText, cuts, lengthens, masks, piecesOf, REDACTIONS } from './redactions.ts';

describe('pieces of a text that is rewritten as a whole', () => {
  test.each(REDACTIONS)('are together the rewritten text: %#', (redact) => {
    fc.assert(
      fc.property(aText, cuts, (text, at) => {
        const pieces = redactJoined((whole) => redact(whole, 'text'), piecesOf(text, at));
        expect(pieces.join('')).toBe(redact(text, 'text'));
        expect(pieces).toHaveLength(at.length + 1);
      }),
      runs(25),
    );
  });

  test('keep their length where the text does', () => {
    const pieces = redactJoined((text) => masks(text, 'text'), ['my number is 47', '', '1', '1.']);
    expect(pieces).toEqual(['my number is 00', '', '0', '0.']);
  });

  test('get a replacement once', () => {
    expect(redactJoined((text) => lengthens(text, 'text'), ['it is 47', '1', '1 indeed'])).toEqual([
      'it is ',
      '',
      '[a secret number] indeed',
    ]);
  });
});

describe('interims of a number', () => {
  const rewrite = (text: string): string => masks(text, 'text');
  const spoken = (kind: 'interim' | 'final', text: string, segment = 0) => ({ kind, segment, text });

  test('show nothing that the rewritten final does not', () => {
    const texts = ['my number’s 4', 'my number is 48', 'my number is 4711'].map((text) => spoken('interim', text));
    expect(redactSpeech(rewrite, [...texts, spoken('final', 'My number is 4711.')])).toEqual([
      'my number’x 0',
      'my number is 00',
      'my number is 0000',
      'My number is 0000.',
    ]);
  });

  test('are as they came where nothing is rewritten', () => {
    const texts = [spoken('interim', 'for seven'), spoken('final', 'for eleven')];
    expect(redactSpeech(rewrite, texts)).toEqual(['for seven', 'for eleven']);
  });

  test('of a segment that has no final are measured by the last of them', () => {
    const texts = [spoken('interim', 'it is 47'), spoken('interim', 'it is 4711')];
    expect(redactSpeech(rewrite, texts)).toEqual(['it is 00', 'it is 0000']);
  });
});
