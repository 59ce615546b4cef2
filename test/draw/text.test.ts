import { describe, expect, it } from 'vitest';
import { fitText, widthOf } from '../../src/draw/text.ts';

describe('fitted', () => {
  it('leaves a text as it is where it has room', () => {
    expect(fitText('good evening', widthOf('good evening'))).toBe('good evening');
  });

  it.each([10, 30, 50, 70])('shortens it to what fits into %i px', (room) => {
    const shown = fitText('good evening', room);
    expect(shown === '' || shown.endsWith('…')).toBe(true);
    expect(widthOf(shown)).toBeLessThanOrEqual(room);
  });

  it.each([0, 17, -40, -Infinity])('shows nothing rather than a single sign, in %f px', (room) => {
    expect(fitText('good evening', room)).toBe('');
  });

  it('takes more room in bold, and for signs that are as wide as high', () => {
    expect(widthOf('hello', 'bold')).toBeGreaterThan(widthOf('hello'));
    expect(widthOf('日本')).toBeGreaterThan(widthOf('ab'));
    expect(widthOf('ill')).toBeLessThan(widthOf('ana'));
  });
});
