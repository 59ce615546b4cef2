import { describe, expect, it } from 'vitest';
import { ArrivalTimes } from '../../../src/session/metrics/arrivalTimes.ts';
import { silence } from '../../../src/testing/audio.ts';

/** Frames of 20 ms each, and when they come. */
function arrivalsOf(...times: readonly number[]): ArrivalTimes {
  const arrivals = new ArrivalTimes();
  for (const now of times) arrivals.push(silence(20), now);
  return arrivals;
}

describe('audio came', () => {
  it('with the frame that brought its last sample', () => {
    const arrivals = arrivalsOf(120, 145, 160);
    expect([10, 20, 21, 40, 60].map((audioMs) => arrivals.at(audioMs))).toEqual([120, 120, 145, 145, 160]);
  });

  it('late, when its frame was late', () => {
    expect(arrivalsOf(120, 900, 900).at(32)).toBe(900);
  });

  it('not yet, when no frame has brought it', () => {
    expect(arrivalsOf(120, 140).at(41)).toBeUndefined();
    expect(new ArrivalTimes().at(0)).toBeUndefined();
  });

  it('with the frame that brought it also after an hour', () => {
    const arrivals = new ArrivalTimes();
    for (let frame = 1; frame <= 180_000; frame += 1) arrivals.push(silence(20), frame * 20 + 7);
    expect([3_590_000, 3_599_990, 3_600_000].map((audioMs) => arrivals.at(audioMs))).toEqual([
      3_590_007, 3_600_007, 3_600_007,
    ]);
  });

  it('with the oldest frame that is remembered, of at least 10 s, when its own is forgotten', () => {
    const arrivals = arrivalsOf(...Array.from({ length: 1025 }, (_, frame) => frame * 20 + 20));
    expect([20, 10_280, 10_300].map((audioMs) => arrivals.at(audioMs))).toEqual([10_280, 10_280, 10_300]);
  });
});
