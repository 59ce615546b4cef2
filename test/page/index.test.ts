import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, type Markup } from './support/markup.ts';

const PAGE = join(import.meta.dirname, '../../src/page');
/** What a view may ask an element to be, and what is one. */
const TAGS: Readonly<Record<string, RegExp>> = {
  HTMLElement: /./,
  HTMLButtonElement: /^button$/,
  HTMLDivElement: /^div$/,
  HTMLFormElement: /^form$/,
  HTMLInputElement: /^input$/,
  HTMLOListElement: /^ol$/,
  HTMLParagraphElement: /^p$/,
  HTMLTableElement: /^table$/,
  HTMLTableSectionElement: /^tbody$/,
  HTMLUListElement: /^ul$/,
};

/** `requireElement(root, 'id', Kind)`. */
const REQUIRED = /\brequireElement\(\w+, '([\w-]+)', (\w+)\)/g;

const page = parse(readFileSync(join(PAGE, 'index.html'), 'utf8'));
const required = unique(modules().flatMap((code) => [...code.matchAll(REQUIRED)]));

describe('elements that the views require', () => {
  it.each(required)('#%s is there once, and a %s', (id, kind) => {
    const found = page.filter((element) => at(element, 'id') === id);
    expect(found.map(({ name }) => name)).toEqual([expect.stringMatching(TAGS[kind] ?? /^$/)]);
  });

  it('is required in the way that this test understands', () => {
    const calls = modules().flatMap((code) => code.match(/\brequireElement[<(]/g) ?? []);
    const understood = modules().flatMap((code) => code.match(REQUIRED) ?? []);
    expect(calls).toHaveLength(understood.length);
  });
});

it.each([
  ['about', 'p'],
  ['engines', 'dl'],
  ['phrases', 'ul'],
  ['studio', 'p'],
])('has a place for the %s of the agent, which the server fills in', (text, name) => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  expect(html.match(new RegExp(`<${name}[^>]*\\b${text}\\b[^>]*><!-- ${text} --></${name}>`, 'gu'))).toHaveLength(1);
});

describe('the page for those who do not see it', () => {
  it('has a language and a title', () => {
    expect(only('html').attributes.get('lang')).toBe('en');
    expect(only('title').text).not.toBe('');
  });

  it('has one h1, and below it no level is left out', () => {
    const levels = page.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name[1]));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('has a name for every control, every region and all that takes the focus', () => {
    const named = page.filter(needsName);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((element) => nameOf(element) === '')).toEqual([]);
  });

  it('refers only to what is there, once', () => {
    const ids = page.flatMap((element) => at(element, 'id') ?? []);
    const references = page.flatMap((element) => at(element, 'aria-labelledby') ?? at(element, 'for') ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([
    ['status', 'role', 'status'],
    ['notice', 'role', 'alert'],
    ['announcement', 'aria-live', 'polite'],
  ])('is announced by screen readers when #%s changes', (id, attribute, value) => {
    expect(page.filter((element) => at(element, attribute) === value).map((element) => at(element, 'id'))).toEqual([
      id,
    ]);
  });

  it('has a meter with a minimum and a maximum', () => {
    const meter = page.filter((element) => at(element, 'role') === 'meter');
    const figures = ['aria-valuemin', 'aria-valuemax', 'aria-valuenow'].map((name) => meter[0]?.attributes.get(name));
    expect(figures).toEqual(['0', '100', '0']);
  });

  it('names the keys that work: those of the text are those of the attribute', () => {
    const keys = page.flatMap((element) => at(element, 'aria-keyshortcuts') ?? []);
    const shown = page.filter(({ name }) => name === 'kbd').map(({ text }) => text);
    expect([keys, shown]).toEqual([
      ['M', 'Escape'],
      ['M', 'Esc'],
    ]);
  });

  it('lets the keyboard scroll what is scrolled, and keeps to the order in which it is read', () => {
    const focusable = page.filter((element) => at(element, 'tabindex') !== undefined);
    expect(focusable.map((element) => [at(element, 'id'), at(element, 'tabindex')])).toEqual([
      ['lines', '0'],
      ['timeline', '0'],
      ['answers-box', '0'],
      ['events', '0'],
    ]);
  });
});

describe('the page under a strict content security policy', () => {
  it('has no style and no script of its own text', () => {
    expect(page.filter(({ name }) => name === 'style')).toEqual([]);
    expect(
      page.filter(({ attributes }) => [...attributes.keys()].some((name) => /^(style|on\w+)$/.test(name))),
    ).toEqual([]);
    const scripts = page.filter(({ name }) => name === 'script');
    expect(scripts.map((element) => [at(element, 'type'), at(element, 'src'), element.text])).toEqual([
      ['module', 'main.js', ''],
    ]);
  });

  it('loads nothing from elsewhere', () => {
    const targets = page.flatMap((element) => at(element, 'src') ?? at(element, 'href') ?? []);
    expect(targets).toEqual(['/assets/page/', 'icon.svg', 'page.css', 'main.js']);
  });

  it('has no button that would send the form but the one that should', () => {
    const types = page.filter(({ name }) => name === 'button').map((element) => at(element, 'type'));
    expect(types.filter((type) => type !== 'button')).toEqual(['submit']);
  });
});

describe('parse', () => {
  it('reads elements with their attributes and all of their text', () => {
    const [outer, field, inner] = parse('<p id="a" hidden>b <input\n  name="c"\n/> <p>d</p></p>');
    expect(outer).toEqual({
      name: 'p',
      attributes: new Map([
        ['id', 'a'],
        ['hidden', ''],
      ]),
      text: 'b d',
    });
    expect(field).toEqual({ name: 'input', attributes: new Map([['name', 'c']]), text: '' });
    expect(inner?.text).toBe('d');
  });

  it('names the element that is not closed', () => {
    expect(() => parse('<div><p></p>')).toThrow('<div> is not closed.');
  });
});

function modules(): readonly string[] {
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return files
    .map((path) => readFileSync(join(PAGE, path), 'utf8'))
    .filter((code) => !code.includes('function requireElement<'));
}

function unique(found: readonly RegExpExecArray[]): readonly (readonly [id: string, kind: string])[] {
  return [...new Map(found.map(([call, id = '', kind = '']) => [call, [id, kind] as const])).values()];
}

function only(name: string): Markup {
  const [first, ...others] = page.filter((element) => element.name === name);
  if (first === undefined || others.length > 0) throw new Error(`expected one <${name}>, got ${others.length + 1}`);
  return first;
}

function at({ attributes }: Markup, name: string): string | undefined {
  return attributes.get(name);
}

/** The text of an alert names its kind. */
function needsName(element: Markup): boolean {
  const focusable = /^(button|input|select|textarea|a)$/.test(element.name) || at(element, 'tabindex') !== undefined;
  const region = element.name === 'section' && at(element, 'role') !== 'alert';
  return focusable || region || /^(meter|img)$/.test(at(element, 'role') ?? '');
}

function nameOf(element: Markup): string {
  const id = at(element, 'aria-labelledby');
  const label = page.find((other) => at(other, 'for') !== undefined && at(other, 'for') === at(element, 'id'));
  const labelled = id === undefined ? label : page.find((other) => at(other, 'id') === id);
  const own = element.name === 'button' ? element.text : '';
  return at(element, 'aria-label') ?? labelled?.text ?? own;
}
