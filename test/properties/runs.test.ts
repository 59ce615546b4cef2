import { expect, test } from 'vitest';
import { runs } from './runs.ts';

test.each([
  ['the same few cases each time', {}, { numRuns: 25, seed: 1 }],
  ['the same ones in CI', { CI: 'true' }, { numRuns: 25, seed: 1 }],
  ['more of them', { FC_TIMES: '4' }, { numRuns: 100, seed: 1 }],
  ['others', { FC_SEED: '7' }, { numRuns: 25, seed: 7 }],
  ['one case of a failure again', { FC_SEED: '7', FC_PATH: '3:1' }, { numRuns: 25, seed: 7, path: '3:1' }],
])('a property plays %s', (_, env, expected) => expect(runs(25, env)).toEqual(expected));
