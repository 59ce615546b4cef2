import { describe, expect, test } from 'vitest';
import { cutAroundDifference } from '../../src/replay/replay.ts';

const SAME = 'what is the same on both sides, and goes on for quite a while, up to here: ';

describe('two texts side by side', () => {
  test('stand whole where they are short', () => {
    expect(cutAroundDifference('seven', 'eight')).toEqual(['seven', 'eight']);
  });

  test('lose what is the same before, not what differs', () => {
    expect(cutAroundDifference(`${SAME}seven`, `${SAME}eight`)).toEqual([
      `…${SAME.slice(-40)}seven`,
      `…${SAME.slice(-40)}eight`,
    ]);
  });

  test('lose what comes long after', () => {
    expect(
      cutAroundDifference(`7${SAME}${SAME}`, `8${SAME}${SAME}`).map((text) => [text[0], text.length, text.at(-1)]),
    ).toEqual([
      ['7', 96, '…'],
      ['8', 96, '…'],
    ]);
  });

  test('are whole where one begins as the other is', () => {
    expect(cutAroundDifference('seven', 'seventeen')).toEqual(['seven', 'seventeen']);
  });
});
