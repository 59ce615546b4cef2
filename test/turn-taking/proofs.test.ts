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
    expect(named).toEqual(named.map(([name = '']) => [name, defaultOf(name)]));
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

function defaultOf(setting: string): string | undefined {
  return new RegExp(`^\\| \`${setting}\` \\| \`\\w+\` \\| \`([^\`]+)\``, 'mu').exec(CONFIGURATION)?.[1];
}
