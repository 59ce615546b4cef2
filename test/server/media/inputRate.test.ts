import { map, merge, skip, take, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Inbound } from '../../../src/server/media/inbound.ts';
import { inputRate } from '../../../src/server/media/inputRate.ts';
import { ConnectionError } from '../../../src/server/media/connectionError.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { marbles } from './support/marbles.ts';

const audio = (ms: number): Inbound => ({ kind: 'audio', frame: { samples: new Int16Array(ms), sampleRate: 1000 } });
/** `a` 100 ms of audio · `b` 3900 ms, the length of many frames · `m` a message · `t` the longest text. */
const values: Record<string, Inbound> = {
  a: audio(100),
  b: audio(3900),
  m: { kind: 'message', message: { type: 'input.mute' } },
  t: { kind: 'message', message: { type: 'input.text', text: 'a'.repeat(8192) } },
};
const tooFast = new ConnectionError('input_rate', 'Expected audio at no more than twice the speed of time, got more.');
const tooMany = new ConnectionError('input_rate', 'Expected at most 100 messages a second, got more.');

describe('inputRate', () => {
  it('allows a burst of 4 s of audio', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(hot('(ba)a', values).pipe(inputRate(scheduler))).toBe('(ba)#', values, tooFast);
    });
  });

  it('refills at twice real time', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const rate = inputRate(scheduler);
      expectObservable(hot('(ba) 45ms a', values).pipe(rate)).toBe('(ba) 45ms #', values, tooFast);
      expectObservable(hot('(ba) 46ms a', values).pipe(rate)).toBe('(ba) 46ms a', values);
    });
  });

  it('never allows a burst of more than 4 s', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = hot('60m (baa)', values);
      expectObservable(source.pipe(inputRate(scheduler))).toBe('60m (ba#)', values, tooFast);
    });
  });

  it('allows exactly twice real time', () => {
    expect(refusedAtMs(50)).toBeUndefined();
  });

  it.each([
    ['a little more than twice', 49, 95_599],
    ['three times', 100 / 3, 3933],
    ['ten times', 10, 490],
  ])('ends %s the speed of time as soon as 4 s are too much', (_name, everyMs, atMs) => {
    expect(refusedAtMs(everyMs)).toBeCloseTo(atMs, 0);
  });

  it('allows a burst of 200 messages, and 100 a second', () => {
    expect(refusedAtMs(0, 'm', 200)).toBeUndefined();
    expect(refusedAtMs(0, 'm', 201)).toBe(0);
    expect(refusedAtMs(10, 'm')).toBeUndefined();
    expect(refusedAtMs(9, 'm')).toBeDefined();
  });

  it('allows a burst of eight of the longest texts, and 1000 characters a second', () => {
    expect(refusedAtMs(0, 't', 8)).toBeUndefined();
    expect(refusedAtMs(0, 't', 9)).toBe(0);
    expect(refusedAtMs(8192, 't')).toBeUndefined();
    expect(refusedAtMs(8000, 't')).toBeDefined();
  });

  it('names the exceeded limit', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const source = merge(...Array.from({ length: 201 }, () => hot('m', values))).pipe(
        inputRate(scheduler),
        skip(200),
      );
      expectObservable(source).toBe('#', values, tooMany);
    });
  });

  it('counts separately for every subscriber', () => {
    marbles(({ hot, expectObservable }, scheduler) => {
      const rate = inputRate(scheduler);
      expectObservable(hot('(ba)', values).pipe(rate)).toBe('(ba)', values);
      expectObservable(hot('(ba)', values).pipe(rate)).toBe('(ba)', values);
    });
  });
});

/** When `letter`, coming every so often, is refused: undefined if all are let through. */
function refusedAtMs(everyMs: number, letter = 'a', count = 5000): number | undefined {
  const clock = new VirtualClock();
  let refusedAt: number | undefined;
  timer(0, everyMs, clock)
    .pipe(
      take(count),
      map(() => values[letter] as Inbound),
      inputRate(clock),
    )
    .subscribe({ error: () => (refusedAt = clock.now()) });
  clock.flush();
  return refusedAt;
}
