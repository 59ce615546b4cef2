import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FRONT } from './front.ts';
import { anchorOf, page } from './page.ts';
import { sections } from './sections.ts';

const CONFIGURATION = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

for (const { title, rules } of sections.filter((section) => section.rules.length > 0)) {
  describe(title, () => {
    for (const { title: rule, cases } of rules) {
      for (const { name, outcome, expected } of cases) {
        test(`${rule}: ${name}`, async () => expect((await outcome()).told).toBe(expected));
      }
    }
  });
}

describe('docs/turn-taking.md', () => {
  test('shows what was played', async () => {
    await expect(await page(FRONT, sections)).toMatchFileSnapshot('../../docs/turn-taking.md');
  });

  test('leads, where it links to itself, to a section', async () => {
    const links = [...(await page(FRONT, sections)).matchAll(/\]\(#([^)]+)\)/gu)].map(([, anchor]) => anchor);
    expect(sections.map(({ title }) => anchorOf(title))).toEqual(expect.arrayContaining(links));
  });

  test('names the defaults of the configuration', () => {
    const named = [...FRONT.matchAll(/`(\w+)` (true|[\d.]+)/gu)].map(([, name = '', value]) => [name, value]);
    expect(named).toEqual(named.map(([name = '']) => [name, defaultOf(name)]));
  });
});

function defaultOf(setting: string): string | undefined {
  return new RegExp(`^\\| \`${setting}\` \\| \`\\w+\` \\| \`([^\`]+)\``, 'mu').exec(CONFIGURATION)?.[1];
}
