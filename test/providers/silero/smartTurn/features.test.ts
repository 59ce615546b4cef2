import { expect, test } from 'vitest';
import { createFeatureExtractor, FRAMES, MELS } from '../../../../providers/silero/smartTurn/features.ts';
import features from './features.json' with { type: 'json' };
import { SIGNALS } from './signals.mjs';

const extract = createFeatureExtractor();
/** features.json, which createFeatures.mjs writes, has every eighth frame, in steps of 1e-4. */
const EVERY = 8;

test.each(['short', 'long', 'silent'] as const)(
  'the features of a %s signal are those of the library, to 1e-3',
  (name) => {
    const bytes = Uint8Array.from(Buffer.from(features[name], 'base64'));
    const expected = Array.from(new Int16Array(bytes.buffer), (value) => value / 1e4);
    const computed = extract(SIGNALS[name]);
    expect(expected).toHaveLength((MELS * FRAMES) / EVERY);
    const kept = expected.map((_, n) => {
      const [mel, at] = [Math.floor((n * EVERY) / FRAMES), n % (FRAMES / EVERY)];
      return computed[mel * FRAMES + at * EVERY] ?? Number.NaN;
    });
    const farthest = Math.max(...kept.map((value, n) => Math.abs(value - (expected[n] ?? Number.NaN))));
    expect(farthest).toBeLessThan(1e-3);
  },
);

test('only the last 8 s count, and shorter audio ends where they end', () => {
  const long = SIGNALS.long;
  expect(extract(long)).toEqual(extract(long.slice(-8 * 16_000)));
  const padded = new Int16Array(8 * 16_000);
  padded.set(SIGNALS.short, padded.length - SIGNALS.short.length);
  expect(extract(SIGNALS.short)).toEqual(extract(padded));
});
