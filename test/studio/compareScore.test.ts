import { describe, expect, test } from 'vitest';
import { createDraft } from '../../src/cli/score/draft.ts';
import type { PlayedDraft } from '../../src/cli/score/play.ts';
import { comparePlayed, drawBoth } from '../../src/cli/studio/runs/compareScore.ts';
import { readRecording } from '../../src/record/read.ts';

const recording = await readRecording('test/recordings/first-minute.jsonl');
const stretch = { fromMs: 37_000, toMs: 42_000 };
const draft = createDraft(recording, stretch);
const welcome = { atMs: 2890, text: 'You are welcome.' };
const play = (heard: PlayedDraft['heard']): PlayedDraft => ({ heard, calls: [], failures: [] });

describe('a score of a stretch', () => {
  test('is drawn below the recording, both from the beginning of the stretch', () => {
    expect(drawBoth(recording, draft, play([welcome]), stretch)).toMatchInlineSnapshot(`
      "         0.896s     1.536s      2.89s
      recorded
        user   [thank you]
        agent                         └You are welcome.
      score
        user   [thank you]
        agent                         └You are welcome."
    `);
  });

  test('may begin to say what the recording says after the stretch', () => {
    const more = { atMs: 4900, text: 'Goodbye.' };
    expect(comparePlayed(draft, play([welcome, more]), stretch)).toBe('none');
    expect(comparePlayed(draft, play([welcome, more, more]), stretch)).toBe('other');
    expect(comparePlayed(draft, play([welcome, more]), undefined)).toBe('other');
  });
});
