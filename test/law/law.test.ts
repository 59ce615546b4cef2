import { describe, expect, test } from 'vitest';
import { page } from './page.ts';
import { INTRO, sections } from './sections.ts';

for (const { title, rules } of sections.filter((section) => section.rules.length > 0)) {
  describe(title, () => {
    for (const { title: rule, cases } of rules) {
      for (const { name, outcome, expected } of cases) {
        test(`${rule}: ${name}`, async () => expect((await outcome()).told).toBe(expected));
      }
    }
  });
}

test('docs/turn-taking.md shows what was played', async () => {
  await expect(await page(INTRO, sections)).toMatchFileSnapshot('../../docs/turn-taking.md');
});
