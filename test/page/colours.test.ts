import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STYLE } from '../../src/draw/style.ts';
import { blended, contrast } from './support/contrast.ts';
import { rulesOf, tokenOf, type StyleRule } from './support/stylesheet.ts';

const css = readFileSync(join(import.meta.dirname, '../../src/page/page.css'), 'utf8');
const rules = rulesOf(css + STYLE);
const [light = {}, dark = {}] = rules.filter(({ selector }) => selector === ':root').map(coloursOf);
const SCHEMES = { light, dark };

/** WCAG 2.2, 1.4.3 (AA): text, at any size. */
const READABLE = 4.5;
/** WCAG 2.2, 1.4.11 (AA): what shows where to type, and what has the focus. */
const VISIBLE = 3;

/** The background of text whose rule sets none. */
const GROUNDS = ['paper', 'sheet'];
/** While one talks, the big button keeps the colour of its text on another ground. */
const TALKING = ['sheet', 'ink'] as const;
const pairs = unique([...rules.filter(isOfText).flatMap(textPairs), TALKING]);

describe.each(Object.entries(SCHEMES))('in the %s scheme', (_name, colours) => {
  it.each(pairs)(`text in --%s on --%s has a contrast of ${READABLE} : 1`, (ink, ground) => {
    expect(contrast(hex(colours, ink), hex(colours, ground))).toBeGreaterThanOrEqual(READABLE);
  });

  it.each([
    ['.line del', 'cut'],
    ['kbd', 'ink'],
    ['kbd', 'quiet'],
  ])('%s, which is dimmed, is readable in --%s', (selector, ink) => {
    const ground = hex(colours, 'sheet');
    const opacity = Number(declared(selector, 'opacity'));
    expect(contrast(blended(hex(colours, ink), ground, opacity), ground)).toBeGreaterThanOrEqual(READABLE);
  });

  it.each([
    ['the field', declared('.typing input', 'border').replace('1px solid ', '')],
    ['the focus', declared(':focus-visible', 'outline').replace('3px solid ', '')],
  ])('the line around %s is seen', (_what, value) => {
    const line = hex(colours, tokenOf(value) ?? '');
    for (const ground of GROUNDS) expect(contrast(line, hex(colours, ground))).toBeGreaterThanOrEqual(VISIBLE);
  });
});

describe('the colours', () => {
  it('are chosen for both schemes', () => {
    expect(Object.keys(dark)).toEqual(Object.keys(light));
  });

  it('of the sides are among those of the text', () => {
    const inks = pairs.map(([ink]) => ink);
    expect(inks).toEqual(
      expect.arrayContaining(['ink', 'quiet', 'user', 'agent', 'model', 'functions', 'cut', 'held']),
    );
  });
});

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %f, in either order', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

type Colours = Readonly<Record<string, string>>;

function coloursOf({ declared: values }: StyleRule): Colours {
  const colours = [...values].filter(([, value]) => value.startsWith('#'));
  return Object.fromEntries(colours.map(([name, value]) => [name.replace(/^--/, ''), value]));
}

/** Text of the page has a `color`, text of the timeline a `fill`. */
function isOfText({ selector, declared: values }: StyleRule): boolean {
  return values.has('color') || (values.has('fill') && /\btext\b|\.label\b/.test(selector));
}

function textPairs({ declared: values }: StyleRule): readonly (readonly [ink: string, ground: string])[] {
  const ink = tokenOf(values.get('color') ?? values.get('fill'));
  const own = tokenOf(values.get('background'));
  if (ink === undefined) return [];
  return (own === undefined ? GROUNDS : [own]).map((ground) => [ink, ground] as const);
}

function unique(all: readonly (readonly [ink: string, ground: string])[]): readonly (readonly [string, string])[] {
  return [...new Map(all.map((pair) => [pair.join(' on '), pair])).values()];
}

function declared(selector: string, property: string): string {
  const found = rules.findLast((rule) => rule.selector === selector && rule.declared.has(property));
  return found?.declared.get(property) ?? '';
}

function hex(colours: Colours, name: string): string {
  return colours[name] ?? `nothing, for --${name} is no colour`;
}
