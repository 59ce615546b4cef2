import { describe, expect, it } from 'vitest';
import {
  appendSamples,
  removeUtterance,
  idlePlayHead,
  playedSamples,
  endOfPlayback,
  selectUnplayed,
  type PlayHead,
} from '../../src/playback/playHead.ts';
import { runningStopwatch, playTime, setRunning, schedulerTime } from '../../src/time/stopwatch.ts';

/** Sends `samples` at 1,000 Hz: as many ms. */
const sends = (head: PlayHead, utterance: string, samples: number, atMs: number): PlayHead =>
  appendSamples(head, { utterance, samples, sampleRate: 1000 }, atMs);

describe('the play head', () => {
  it.each([
    [99, 0],
    [100, 0],
    [101, 1],
    [149, 49],
    [150, 50],
    [151, 50],
  ])('at %i ms has played %i of 50 samples sent at 100 ms', (atMs, played) => {
    expect(playedSamples(sends(idlePlayHead, 'u', 50, 100), 'u', atMs)).toBe(played);
  });

  it.each([
    ['follows what plays', 149, 170],
    ['begins anew when all is played', 150, 170],
    ['begins anew after a silence', 151, 171],
  ])('%s', (_, atMs, until) => {
    expect(endOfPlayback(sends(sends(idlePlayHead, 'u', 50, 100), 'u', 20, atMs))).toBe(until);
  });

  it('stands still in a silence', () => {
    const head = sends(sends(idlePlayHead, 'u', 50, 100), 'u', 20, 200);
    expect([200, 210, 220].map((ms) => playedSamples(head, 'u', ms))).toEqual([50, 60, 70]);
  });

  it('plays an utterance after the one before', () => {
    const head = sends(sends(idlePlayHead, 'u', 50, 0), 'v', 50, 10);
    expect([endOfPlayback(head, 'u'), endOfPlayback(head, 'v'), endOfPlayback(head)]).toEqual([50, 100, 100]);
    expect([50, 51].map((ms) => playedSamples(head, 'v', ms))).toEqual([0, 1]);
  });

  it.each([
    ['the one that plays', 'u', 10, [0, 60]],
    ['the one behind it', 'v', 10, [50, -Infinity]],
    ['one that is played', 'u', 70, [0, 100]],
    ['one that is unknown', 'w', 10, [50, 100]],
  ])('moves up what follows a cut: %s', (_, utterance, atMs, [u = 0, v]) => {
    const head = removeUtterance(sends(sends(idlePlayHead, 'u', 50, 0), 'v', 50, 10), utterance, atMs);
    expect([endOfPlayback(head, 'u'), endOfPlayback(head, 'v')]).toEqual([u === 0 ? -Infinity : u, v]);
  });

  it('knows what is not played to its end', () => {
    const head = sends(sends(idlePlayHead, 'u', 50, 0), 'v', 50, 10);
    expect([49, 50, 100].map((ms) => selectUnplayed(head, ms).map(({ utterance }) => utterance))).toEqual([
      ['u', 'v'],
      ['v'],
      [],
    ]);
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
