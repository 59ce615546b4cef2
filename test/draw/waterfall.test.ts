import { describe, expect, it } from 'vitest';
import { stepsOf, drawWaterfall } from '../../src/draw/waterfall.ts';
import { waited } from '../support/waited.ts';

const parts = waited({ transport: 40, silence: 600, handler: 260, held: 100 });

describe('a waterfall', () => {
  it('has a step for each part that took time, each beginning where the one before ended', () => {
    expect(stepsOf(parts)).toEqual([
      { part: 'silence', fromMs: 0, ms: 600 },
      { part: 'handler', fromMs: 600, ms: 260 },
      { part: 'held', fromMs: 860, ms: 100 },
      { part: 'transport', fromMs: 960, ms: 40 },
    ]);
  });

  it('draws them on a scale, one below the other, each with its part for a class', () => {
    const drawn = [...drawWaterfall(parts, 2000).matchAll(/class="(\w+)" x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)];
    expect(drawn.map(([, ...figures]) => figures.join(' '))).toEqual([
      'silence 0 0 300',
      'handler 300 5 130',
      'held 430 10 50',
      'transport 480 15 20',
    ]);
  });

  it('is as high as it has steps', () => {
    expect(drawWaterfall(parts, 2000)).toContain('viewBox="0 0 1000 20" height="20"');
    expect(drawWaterfall(waited({}), 2000)).toContain('height="0"');
  });

  it('is hidden from screen readers, which read the figures beside it', () => {
    expect(drawWaterfall(parts, 2000)).toContain('aria-hidden="true"');
  });
});
