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

describe('docs/turn-taking.md', () => {
  test('shows pictures of cases that were played', async () => {
    const proofs = await renderPage(INTRODUCTION, sections);
    const pictures = [...GUIDE.matchAll(/^```text\n([^`]*)\n```$/gmu)].map(([, picture = '']) => picture);
    expect(pictures.length).toBeGreaterThan(5);
    expect(pictures.filter((picture) => !proofs.includes(picture.replaceAll(/^/gmu, '  ')))).toEqual([]);
  });

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
