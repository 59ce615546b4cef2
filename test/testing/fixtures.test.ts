import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { concatSamples } from '../../src/core/audio.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import {
  activity,
  commands,
  interruptions,
  replies,
  settlements,
  speech,
  texts,
  transcripts,
  turns,
  voicedWindow,
  windows,
} from '../../src/testing/fixtures.ts';

const sets = { activity, transcripts, settlements, interruptions, turns, replies, speech, commands };

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

test('a window has the size of the model, and the double finds the voice in it', () => {
  expect([windows.v, windows['.']].map(({ samples }) => samples.length)).toEqual([512, 512]);
  const scores: number[] = [];
  createVadDouble()
    .score(of(windows.v.samples, windows['.'].samples))
    .subscribe((score) => scores.push(score));
  expect(scores).toEqual([0.9, 0]);
});

test('the sentences of a text are just what was streamed', () => {
  const { a, b, c, x, y, z } = texts;
  expect(x + y + z).toBe(a + b + c);
});

test('the frames that leave are those of the speech, a quarter each', () => {
  const { s, f, e } = commands;
  const { a } = speech;
  const [whole, quarter] = [a, f].map((event) => (event.kind === 'audio' ? event.frame.samples : new Int16Array()));
  expect(concatSamples(Array.from({ length: 4 }, () => quarter ?? new Int16Array()))).toEqual(whole);
  expect(e).toMatchObject({ utterance: 'u0.0', samples: whole?.length });
  expect([s, f, a].map(({ utterance }) => utterance)).toEqual(['u0.0', 'u0.0', 'u0.0']);
});
