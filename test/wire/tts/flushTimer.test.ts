import { describe, expect, it } from 'vitest';
import { createHarness, type Harness } from './toyWire.ts';

function flushes(test: Harness): readonly string[] {
  return test.sent().filter((line) => line.includes('flush'));
}

describe('text that waits for more', () => {
  it.each([
    [999, []],
    [1000, ['1000 flush 0']],
    [60_000, ['1000 flush 0']],
  ])('is flushed once, after a second without any: after %i ms', (ms, expected) => {
    const test = createHarness();
    test.speak().write('One.');
    test.hear('audio 0 20');
    test.clock.flush(ms);
    expect(flushes(test)).toEqual(expected);
  });

  it('is not flushed while more comes', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One');
    test.hear('audio 0 5000');
    test.clock.flush(999);
    speech.write(' two');
    test.clock.flush(1998);
    expect(flushes(test)).toEqual([]);
    test.clock.flush(1999);
    expect(flushes(test)).toEqual(['1999 flush 0']);
  });

  it('is flushed at once when it is complete so far, and not again after a second', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One moment');
    speech.flush();
    speech.flush();
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual(['0 flush 0']);
  });

  it('is flushed when the connection is there, if it was complete before', () => {
    const test = createHarness({}, { opensAfterMs: 500 });
    const speech = test.speak();
    speech.write('One moment');
    speech.flush();
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual(['500 flush 0']);
  });

  it('is not flushed behind its end, which has it spoken', () => {
    const test = createHarness({}, { opensAfterMs: 500 });
    const speech = test.speak();
    speech.write('One moment.');
    speech.flush();
    speech.end();
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual([]);
  });

  it('is flushed anew when more has come', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    test.hear('audio 0 20');
    test.clock.flush(5000);
    speech.write(' Two.');
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual(['1000 flush 0', '6000 flush 0']);
  });

  it.each(['', ' ', '…'])('is not flushed for what needs no sound: %j', (piece) => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    test.clock.flush(1000);
    speech.write(piece);
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual(['1000 flush 0']);
  });

  it('is not flushed when it is whole', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    test.clock.flush(999);
    speech.end();
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual([]);
  });

  it('is not flushed when the utterance was cut', () => {
    const test = createHarness();
    test.warm();
    const speech = test.speak();
    speech.write('One.');
    speech.subscription.unsubscribe();
    test.clock.flush(999);
    expect(flushes(test)).toEqual([]);
  });

  it('has its second from when it was sent', () => {
    const test = createHarness({}, { opensAfterMs: 500 });
    test.speak().write('One.');
    test.clock.flush(60_000);
    expect(flushes(test)).toEqual(['1500 flush 0']);
  });
});

describe('text that keeps coming, without a sound', () => {
  /** A piece every 900 ms. */
  function trickle(test: Harness, untilMs: number, at?: (ms: number) => void): void {
    const speech = test.speak();
    for (let ms = 0; ms <= untilMs; ms += 100) {
      test.clock.flush(ms);
      at?.(ms);
      if (ms % 900 === 0) speech.write('more ');
    }
  }

  it('is flushed after three seconds, once', () => {
    const test = createHarness();
    trickle(test, 2900);
    expect(flushes(test)).toEqual([]);
    test.clock.flush(3000);
    expect(flushes(test)).toEqual(['3000 flush 0']);
  });

  it.each([
    [500, 1500, '2000 flush 0'],
    [2000, 2500, '4500 flush 0'],
  ])('is, after a sound at %i ms of %i ms, when that has been played', (atMs, lastingMs, expected) => {
    const test = createHarness();
    trickle(test, 4500, (ms) => {
      if (ms === atMs) test.hear(`audio 0 ${lastingMs}`);
    });
    expect(flushes(test)[0]).toBe(expected);
  });

  it('is not, before it has waited for a second', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One. ');
    test.hear('audio 0 100');
    test.clock.flush(1000);
    test.clock.flush(5000);
    speech.write('Two');
    test.clock.flush(5900);
    speech.write(' three');
    test.clock.flush(5999);
    expect(flushes(test)).toEqual(['1000 flush 0']);
    test.clock.flush(6000);
    expect(flushes(test)).toEqual(['1000 flush 0', '6000 flush 0']);
  });
});
