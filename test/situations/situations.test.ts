import { describe, expect, test } from 'vitest';
import { chapters } from './chapters.ts';
import { INTRODUCTION } from './introduction.ts';
import { renderSituations } from './renderSituations.ts';
import { outcomeOf } from './situation.ts';

for (const { title: chapter, situations } of chapters) {
  describe(chapter, () => {
    for (const { title, play, expected } of situations) {
      test(title, async () => {
        expect(outcomeOf(await play())).toEqual({ results: [], reported: [], ...expected });
      });
    }
  });
}

test('docs/situations.md shows the situations as they were played', async () => {
  await expect(await renderSituations(INTRODUCTION, chapters)).toMatchFileSnapshot('../../docs/situations.md');
});
