import { describe, expect, test } from 'vitest';
import { chapters } from './chapters.ts';
import { INTRODUCTION } from './introduction.ts';
import { renderSituations } from './renderSituations.ts';
import { outcomeOf } from './situation.ts';

/** The titles of situations in which the agent does not do it yet. They are not on the page. */
const PENDING: readonly string[] = [];

for (const { title: chapter, situations } of chapters) {
  describe(chapter, () => {
    for (const { title, play, expected } of situations) {
      test(title, { fails: PENDING.includes(title) }, async () => {
        expect(outcomeOf(await play())).toEqual({ results: [], reported: [], ...expected });
      });
    }
  });
}

test('docs/situations.md shows the situations as they were played', async () => {
  const shown = chapters.map((chapter) => ({
    ...chapter,
    situations: chapter.situations.filter(({ title }) => !PENDING.includes(title)),
  }));
  await expect(await renderSituations(INTRODUCTION, shown)).toMatchFileSnapshot('../../docs/situations.md');
});
