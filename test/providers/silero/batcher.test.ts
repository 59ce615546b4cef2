import { asyncScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import { createBatcher } from '../../../providers/silero/batcher.ts';

/**
 * One letter or digit per window that arrives, of the stream of that name, in either case; `A`: the worker answers its oldest batch; `W`: the windows `a` to `c` are withdrawn.
 * What is left is what was sent, with the time in ms.
 */
function play(streams: number, arrivals: string): string[] {
  const sent: string[] = [];
  new TestScheduler(() => {}).run(({ cold, flush }) => {
    const batcher = createBatcher<string>({
      streamOf: (letter) => letter.toLowerCase(),
      streams: () => streams,
      send: (batch) => sent.push(`${asyncScheduler.now()} ${batch.join('')}`),
    });
    cold(arrivals).subscribe((letter) => {
      if (letter === 'A') batcher.confirm();
      else if (letter === 'W') batcher.remove((window) => window <= 'c');
      else batcher.add(letter);
    });
    flush();
  });
  return sent;
}

describe('few streams', () => {
  test('what one tick brings goes at its end', () => {
    expect(play(15, '--(abc)')).toEqual(['2 abc']);
  });

  test('what waits goes in one batch when the worker is free', () => {
    expect(play(15, 'a-bcd-A-e')).toEqual(['0 a', '6 bcd']);
  });
});

describe('a crowd of streams', () => {
  test('the first into an empty queue waits 4 ms for others', () => {
    expect(play(16, '-a--b--c')).toEqual(['5 ab']);
    expect(play(16, '-a--b---')).toEqual(['5 ab']);
    expect(play(16, '-a---b--')).toEqual(['5 ab']);
    expect(play(16, '-a----b-')).toEqual(['5 a']);
  });

  test('nothing waits longer than 4 ms for others, whenever the worker becomes free', () => {
    expect(play(16, 'a----b-A------')).toEqual(['4 a', '9 b']);
    expect(play(16, 'a----b----A---')).toEqual(['4 a', '10 b']);
  });
});

describe('a full batch', () => {
  const FULL = 'abcdefghijklmnopqrstuvwxyz012345';

  test('waits for nothing', () => {
    expect(play(16, `(${FULL.slice(1)})----`)).toEqual([`4 ${FULL.slice(1)}`]);
    expect(play(16, `(${FULL})----`)).toEqual([`0 ${FULL}`]);
    expect(play(16, `(${FULL}6)----`)).toEqual([`0 ${FULL}`]);
  });

  test('follows another at once, so that the worker is never idle; a third waits for an answer', () => {
    expect(play(16, `(${FULL}${FULL}${FULL})`)).toEqual([`0 ${FULL}`, `0 ${FULL}`]);
    expect(play(16, `(${FULL}${FULL}${FULL}A)`)).toEqual([`0 ${FULL}`, `0 ${FULL}`, `0 ${FULL}`]);
  });

  test('takes the first window of each stream before the second of any', () => {
    const others = FULL.slice(1);
    expect(play(16, `(${FULL}${FULL}aa${others}A)`)[2]).toBe(`0 a${others}`);
  });
});

test('what was withdrawn is not sent', () => {
  expect(play(16, 'ad-W--')).toEqual(['4 d']);
  expect(play(16, 'ab-W---d------')).toEqual(['11 d']);
});

test('it is busy from the first window to the last answer', () => {
  new TestScheduler(() => {}).run(({ flush }) => {
    const batcher = createBatcher<string>({ streamOf: (letter) => letter, streams: () => 1, send: () => {} });
    expect(batcher.isBusy).toBe(false);
    batcher.add('a');
    expect(batcher.isBusy).toBe(true);
    flush();
    expect(batcher.isBusy).toBe(true);
    batcher.confirm();
    expect(batcher.isBusy).toBe(false);
  });
});
