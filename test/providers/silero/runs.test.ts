import { expect, test } from 'vitest';
import { planRuns } from '../../../providers/silero/runs.ts';
import type { SampleRate } from '../../../providers/silero/messages.ts';

/** `a` to `z` are streams at 16 kHz, capitals streams at 8 kHz; a run is written as its streams. */
function plan(windows: string): string[] {
  const letters = windows.split('');
  const rates = letters.map((stream): SampleRate => (stream === stream.toUpperCase() ? 8000 : 16000));
  const samples = new Int16Array(rates.reduce((sum, rate) => sum + (rate * 32) / 1000, 0)).map((_, index) => index);
  const streams = letters.map((stream) => stream.charCodeAt(0));
  return planRuns({ streams, sampleRates: rates, samples }).map((run) =>
    run.windows.map(({ stream }) => String.fromCharCode(stream)).join(''),
  );
}

test.each([
  ['', []],
  ['a', ['a']],
  ['abc', ['abc']],
  ['aab', ['ab', 'a']],
  ['abab', ['ab', 'ab']],
  ['aAbB', ['ab', 'AB']],
  ['aAaBA', ['a', 'AB', 'a', 'A']],
  ['aaa', ['a', 'a', 'a']],
])('%s is scored in the runs %j', (windows, runs) => {
  expect(plan(windows)).toEqual(runs);
});

test('each window keeps its index and its samples', () => {
  const samples = new Int16Array(512 + 256 + 512).map((_, index) => index);
  const [first, second] = planRuns({ streams: [7, 8, 9], sampleRates: [16000, 8000, 16000], samples });
  expect(first?.windows.map(({ index, samples: [from], samples: { length } }) => [index, from, length])).toEqual([
    [0, 0, 512],
    [2, 768, 512],
  ]);
  expect(second?.windows.map(({ index, samples: [from], samples: { length } }) => [index, from, length])).toEqual([
    [1, 512, 256],
  ]);
});
