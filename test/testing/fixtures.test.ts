import { expect, test } from 'vitest';
import {
  activity,
  replies,
  settlements,
  speech,
  transcripts,
  turns,
  voicedWindow,
} from '../../src/testing/fixtures.ts';

const sets = { activity, transcripts, settlements, turns, replies, speech };

test.each(Object.entries(sets))(
  'in %s each small letter has its capital, which speaks of the one after',
  (_, letters) => {
    const small = Object.entries(letters).filter(([letter]) => letter === letter.toLowerCase());
    expect(Object.keys(letters)).toHaveLength(2 * small.length);
    for (const [letter, value] of small) {
      const next = (letters as Record<string, object>)[letter.toUpperCase()];
      expect(numberOf(value)).toBe(0);
      expect(numberOf(next)).toBe(1);
    }
  },
);

function numberOf(value: unknown): unknown {
  const { segment, turn, utterance } = value as { segment?: number; turn?: number; utterance?: string };
  return segment ?? turn ?? Number(utterance?.slice(1));
}

test('the audio times of a segment fit together', () => {
  const { s, w, q, e, m } = activity;
  const times = [s, w, q, e].map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect([s, w, q, e].map(({ atMs }) => atMs % 32)).toEqual([0, 0, 0, 0]);
  expect(e).toMatchObject({ atMs: 96 + 576, lastVoicedMs: 96 });
  expect(m).toMatchObject({ atMs: 96, lastVoicedMs: 96 });
});

test('a window can be voiced to a threshold', () => {
  expect(voicedWindow(480)).toMatchObject({ segment: 0, voiced: true, voicedMs: 480, lastVoicedMs: 480, atMs: 480 });
  expect(voicedWindow(512, 3)).toMatchObject({ segment: 3, voicedMs: 512 });
});
