import { describe, expect, it } from 'vitest';
import { PlayHead } from '../../src/playback/playHead.ts';
import { runningStopwatch, playTime, setRunning, schedulerTime } from '../../src/time/stopwatch.ts';

type Sent = readonly [utterance: string, samples: number, atMs: number];

/** A play head that was sent this at 1,000 Hz: as many ms as samples. */
function createPlayHead(...sent: readonly Sent[]): PlayHead {
  const head = new PlayHead();
  for (const [utterance, samples, atMs] of sent) head.append(utterance, samples, 1000, atMs);
  return head;
}

const TWO: readonly Sent[] = [
  ['u', 50, 0],
  ['v', 50, 10],
];

describe('the play head', () => {
  it.each([
    [99, 0],
    [100, 0],
    [101, 1],
    [149, 49],
    [150, 50],
    [151, 50],
  ])('at %i ms has played %i of 50 samples sent at 100 ms', (atMs, played) => {
    expect(createPlayHead(['u', 50, 100]).played('u', atMs)).toBe(played);
  });

  it.each([
    ['follows what plays', 149, 170],
    ['begins anew when all is played', 150, 170],
    ['begins anew after a silence', 151, 171],
  ])('%s', (_, atMs, until) => {
    expect(createPlayHead(['u', 50, 100], ['u', 20, atMs]).end()).toBe(until);
  });

  it('stands still in a silence', () => {
    const head = createPlayHead(['u', 50, 100], ['u', 20, 200]);
    expect([200, 210, 220].map((ms) => head.played('u', ms))).toEqual([50, 60, 70]);
  });

  it('plays an utterance after the one before', () => {
    const head = createPlayHead(...TWO);
    expect([head.end('u'), head.end('v'), head.end()]).toEqual([50, 100, 100]);
    expect([50, 51].map((ms) => head.played('v', ms))).toEqual([0, 1]);
  });

  it.each([
    ['the one that plays', 'u', 10, [0, 60]],
    ['the one behind it', 'v', 10, [50, -Infinity]],
    ['one that is played', 'u', 70, [0, 100]],
    ['one that is unknown', 'w', 10, [50, 100]],
  ])('moves up what follows a cut: %s', (_, utterance, atMs, [u = 0, v]) => {
    const head = createPlayHead(...TWO);
    head.remove(utterance, atMs);
    expect([head.end('u'), head.end('v')]).toEqual([u === 0 ? -Infinity : u, v]);
  });

  it.each([
    [49, 'u', [50, 100]],
    [50, 'v', [-Infinity, 100]],
    [99, 'v', [-Infinity, 100]],
    [100, undefined, [-Infinity, -Infinity]],
  ])('at %i ms plays %s, and can drop what is played', (atMs, utterance, ends) => {
    const head = createPlayHead(...TWO);
    expect(head.firstUnplayed(atMs)?.utterance).toBe(utterance);
    head.removePlayed(atMs);
    expect([head.end('u'), head.end('v')]).toEqual(ends);
  });
});

describe('the stopwatch', () => {
  it('stands still while it is stopped, and goes on from there', () => {
    const stopped = setRunning(runningStopwatch, false, 100);
    const going = setRunning(stopped, true, 250);
    expect([playTime(runningStopwatch, 99), playTime(stopped, 200), playTime(going, 260)]).toEqual([99, 100, 110]);
    expect(schedulerTime(going, 110)).toBe(260);
  });

  it('does nothing if it already is in the requested state', () => {
    const stopped = setRunning(runningStopwatch, false, 100);
    expect(setRunning(stopped, false, 120)).toBe(stopped);
    expect(setRunning(runningStopwatch, true, 120)).toBe(runningStopwatch);
  });
});
