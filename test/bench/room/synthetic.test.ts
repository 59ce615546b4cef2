import { beforeAll, expect, test } from 'vitest';
import { grammar } from '../../../examples/concierge/grammar.ts';
import type { Line } from '../../../examples/talk/guest.ts';
import { converse, createLines } from './converse.ts';
import { createEngines, type Engines } from './engines.ts';
import { createSyntheticSounds } from './synthetic.ts';

let engines: Engines;
let lines: readonly Line[];
let sounds: Awaited<ReturnType<typeof createSyntheticSounds>>;
beforeAll(async () => {
  engines = await createEngines({ grammar });
  lines = await createLines();
  sounds = await createSyntheticSounds();
});

const PERFECT = { turns: 6, answered: 6, understood: 6, cutOff: 0, falseInterruptions: 0, falseTurns: 0 };

test.each(['none', 'rnnoise'] as const)(
  'in a quiet room every turn is answered in time and understood: %s',
  async (suppression) => {
    expect(await converse(engines, lines, { suppression })).toEqual(PERFECT);
  },
);

// How many sentences are understood is a figure of `bench:room`: in a noise that the weights were not tuned on, many are rejected.
test.each([
  ['keyboard', 20],
  ['keyboard', 5],
  ['music', 20],
  ['music', 5],
])(
  'over %s at %i dB nobody is cut off, nothing interrupts, and at most once a noise is answered',
  async (name, snr) => {
    const score = await converse(engines, lines, { noise: sounds[name], snr, suppression: 'none' });
    expect(score).toMatchObject({ cutOff: 0, falseInterruptions: 0 });
    expect(score.falseTurns).toBeLessThanOrEqual(1);
  },
);

test('the same room has the same score in every run', async () => {
  const room = { noise: sounds['second speaker'], snr: 10, suppression: 'none' } as const;
  const first = await converse(engines, lines, room);
  expect(first.understood).toBeLessThan(6);
  expect(await converse(engines, lines, room)).toEqual(first);
});
