import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INTRODUCTION } from './introduction.ts';
import { renderPage } from './renderPage.ts';
import { sections } from './sections.ts';

const GUIDE = read('docs/turn-taking.md');
const CONFIGURATION = read('docs/configuration.md');

for (const { title, rules } of sections) {
  describe(title, () => {
    for (const { title: rule, cases } of rules) {
      for (const { name, outcome, expected } of cases) {
        test(`${rule}: ${name}`, async () => expect((await outcome()).result).toBe(expected));
      }
    }
  });
}

test('docs/turn-taking-proofs.md shows the cases as they were played', async () => {
  await expect(await renderPage(INTRODUCTION, sections)).toMatchFileSnapshot('../../docs/turn-taking-proofs.md');
});

test.each([
  ['docs/turn-taking.md', 10],
  ['docs/waiting.md', 2],
  ['docs/background.md', 6],
])('%s shows pictures of cases that were played', async (page, count) => {
  const proofs = await renderPage(INTRODUCTION, sections);
  const texts = [...read(page).matchAll(/^```text\n([^`]*)\n```$/gmu)].map(([, text = '']) => text);
  const pictures = texts.filter((text) => text.startsWith(' '));
  expect(pictures.length).toBeGreaterThanOrEqual(count);
  expect(pictures.filter((picture) => !proofs.includes(picture.replaceAll(/^/gmu, '  ')))).toEqual([]);
});

describe('docs/turn-taking.md', () => {
  test('names the defaults of the configuration', () => {
    const named = [...GUIDE.matchAll(/`(\w+)` \((true|[\d.]+)/gu)].map(([, name = '', value]) => [name, value]);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(([name = '', value]) => !defaultsOf(name).includes(value))).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Returns the defaults of all settings of a name: those of turn models share some. */
function defaultsOf(setting: string): readonly (string | undefined)[] {
  const rows = new RegExp(`^\\| \`${setting}\` \\| \`\\w+\` \\| \`([^\`]+)\``, 'gmu');
  return [...CONFIGURATION.matchAll(rows)].map(([, value]) => value);
}
