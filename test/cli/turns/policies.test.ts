import { describe, expect, it } from 'vitest';
import { evaluatePolicies, findOperatingPoints } from '../../../src/cli/turns/eotBench.ts';
import {
  createPolicies,
  evaluatePolicy,
  selectFrontier,
  selectPauses,
  type ScoredPause,
} from '../../../src/cli/turns/policies.ts';

const END = Number.POSITIVE_INFINITY;

function pause(lengthMs: number, ...scores: readonly (readonly [number, number])[]): ScoredPause {
  return { lengthMs, scores: scores.map(([afterMs, over]) => ({ afterMs, over })) };
}

const POLICY = { threshold: 0.5, minDelayMs: 400, maxDelayMs: 1000 };

describe('a pause within a turn is cut off', () => {
  it.each([
    ['by the least delay, if the model takes it for the end', pause(401, [200, 0.51]), 1],
    ['not if it is as long as the least delay', pause(400, [200, 0.51]), 0],
    ['not if the model has changed its mind by then', pause(900, [200, 0.9], [400, 0.1]), 0],
    ['by its first answer, if it changes its mind later', pause(900, [200, 0.9], [401, 0.1]), 1],
    ['not at the threshold itself', pause(900, [200, 0.5]), 0],
    ['when the model says so, if that is later', pause(701, [200, 0.1], [700, 0.9]), 1],
    ['not if the model says so when the user speaks again', pause(700, [200, 0.1], [700, 0.9]), 0],
    ['by the limit', pause(1001, [200, 0.1]), 1],
    ['not if it is as long as the limit', pause(1000, [200, 0.1]), 0],
  ])('%s', (_, one, cutOffs) => {
    expect(evaluatePolicy([one, pause(END, [200, 0.9])], POLICY).cutOffs).toBe(cutOffs);
  });
});

describe('the wait at the end of a turn is', () => {
  it.each([
    ['the least delay', [[200, 0.9]], 400, 0],
    [
      'the time at which the model finds the end',
      [
        [200, 0.1],
        [700, 0.9],
      ],
      700,
      0,
    ],
    ['the limit, if the model does not find it', [[200, 0.1]], 1000, 1],
    [
      'the limit, if the model finds it later',
      [
        [200, 0.1],
        [1100, 0.9],
      ],
      1000,
      1,
    ],
  ] as const)('%s', (_, scores, waitMs, missed) => {
    const { waits, missed: share } = evaluatePolicy([pause(END, ...scores)], POLICY);
    expect([waits, share]).toEqual([{ mean: waitMs, median: waitMs, p95: waitMs }, missed]);
  });
});

it('pauses below 0.2 s and above 5 s do not count', () => {
  const lengths = [199, 200, 5000, 5001, END];
  expect(selectPauses(lengths.map((length) => pause(length))).map(({ lengthMs }) => lengthMs)).toEqual([
    200,
    5000,
    END,
  ]);
});

it('the policies are those of eot-bench: 101 thresholds, 9 delays, 6 limits', () => {
  expect(createPolicies()).toHaveLength(101 * 9 * 6);
});

it('the frontier holds what is neither slower nor cuts off more than another', () => {
  const points = [
    [500, 0.2],
    [300, 0.5],
    [400, 0.5],
    [600, 0.1],
    [550, 0.3],
  ].map(([mean = 0, cutOffs = 0]) => ({ ...POLICY, cutOffs, missed: 0, waits: { mean, median: mean, p95: mean } }));
  expect(selectFrontier(points).map(({ waits }) => waits.mean)).toEqual([300, 500, 600]);
});

it('silence alone cuts off what is longer than its delay, and a model that knows does not', () => {
  const pauses = [250, 450, 900, 1700].map((length) => pause(length, [100, 0]));
  const all = [...pauses, pause(END, [100, 1])];
  expect(findOperatingPoints('silence', evaluatePolicies(all, 'silence'))).toEqual({
    title: 'silence',
    cutOffsAt300: 0.75,
    cutOffsAt600: 0.5,
    waitAt5: 2000,
    waitAt10: 2000,
  });
  expect(findOperatingPoints('known', evaluatePolicies(all))).toEqual({
    title: 'known',
    cutOffsAt300: 0,
    cutOffsAt600: 0,
    waitAt5: 200,
    waitAt10: 200,
  });
});
