import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DARK, LIGHT, standaloneStyle, STYLE } from '../../src/draw/style.ts';
import { contrast } from '../page/support/contrast.ts';
import { rulesOf, tokenOf } from '../page/support/stylesheet.ts';

const page = rulesOf(readFileSync(join(import.meta.dirname, '../../src/page/page.css'), 'utf8'));
const [light, dark] = page.filter(({ selector }) => selector === ':root').map(({ declared }) => declared);
const inks = rulesOf(STYLE)
  .filter(({ selector }) => /text|label|title|never/.test(selector))
  .flatMap(({ declared }) => tokenOf(declared.get('fill')) ?? []);

/** WCAG 2.2, 1.4.3 (AA): text, at any size. */
const READABLE = 4.5;

describe('the style of a timeline', () => {
  it.each([
    ['light', LIGHT, light],
    ['dark', DARK, dark],
  ])('has the %s colours of the page', (_scheme, colours, declared) => {
    for (const [name, colour] of Object.entries(colours))
      expect([name, declared?.get(`--${name}`)]).toEqual([name, colour]);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('can be read in the %s scheme', (_scheme, colours) => {
    const read = Object.entries(colours).filter(([name]) => inks.includes(name));
    expect(read.length).toBeGreaterThanOrEqual(7);
    for (const [name, colour] of read)
      expect([name, contrast(colour, colours.sheet) >= READABLE]).toEqual([name, true]);
  });

  it('has every colour written out in a picture that stands alone', () => {
    const style = standaloneStyle();
    expect(style).not.toContain('var(');
    expect(style.split('@media (prefers-color-scheme: dark)').map((part) => part.includes(LIGHT.user))).toEqual([
      true,
      false,
    ]);
  });
});
