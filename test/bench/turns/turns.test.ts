import { expect, test } from 'vitest';
import {
  createTurnSet,
  measureSilenceLike,
  measureTurns,
  oracle,
  rules,
  silence,
  type Measurement,
} from './measureTurns.ts';
import { formatEotBench, formatMeasurements } from './report.ts';

/** `TURNS=all` measures the whole set and prints it; otherwise every fifth text is measured. */
const isWhole = process.env['TURNS'] === 'all';
const set = await createTurnSet(isWhole ? 1 : 5);

test('rules about words cut off at most two thirds of what silence does at the same median wait', async () => {
  const text = await measureTurns('text rules', set, rules());
  const like = await measureSilenceLike(text, set);
  if (isWhole) await print([text, like]);
  expect(Math.abs(text.waits.median - like.waits.median)).toBeLessThan(20);
  expect(text.cutOffs).toBeLessThanOrEqual((2 / 3) * like.cutOffs);
});

test('a model that knows when the user has finished cuts nobody off', async () => {
  const { cutOffs, waits } = await measureTurns('oracle', set, oracle());
  expect(cutOffs).toBe(0);
  expect(waits.p95).toBeLessThan(400);
});

async function print(measured: readonly Measurement[]): Promise<void> {
  const silences: Measurement[] = [];
  for (const delayMs of [300, 500, 800, 1200])
    silences.push(await measureTurns(`silence of ${delayMs} ms`, set, silence(delayMs)));
  const known = await measureTurns('oracle', set, oracle());
  process.stdout.write(
    `${formatMeasurements([...silences, ...measured, known], set)}\n\n${await formatEotBench(set)}\n`,
  );
}
