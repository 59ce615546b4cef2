import { describe, expect, it } from 'vitest';
import { escapeText, formatNumber, svg } from '../../src/draw/svg.ts';

describe('svg', () => {
  it('writes an element with its attributes and what stands in it', () => {
    expect(svg('g', { class: 'a', x: 1.26 }, svg('path', {}), 'b')).toBe('<g class="a" x="1.3"><path></path>b</g>');
  });

  it('lets no attribute break out of its quotes', () => {
    expect(svg('g', { class: '"><script>' })).toBe('<g class="&#34;&#62;&#60;script&#62;"></g>');
  });
});

describe('escaped', () => {
  it('leaves nothing that a browser takes for markup', () => {
    expect(escapeText(`<b a="1" c='2'>&amp;</b> né`)).toBe(
      '&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;amp;&#60;/b&#62; né',
    );
  });
});

describe('rounded', () => {
  it.each([
    [1, '1'],
    [0.04, '0'],
    [0.05, '0.1'],
    [99.96, '100'],
    ['1.2345', '1.2345'],
  ])('writes %j as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
