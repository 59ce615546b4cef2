import { interval, Observable, take } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test, vi } from 'vitest';
import { stallTimeout, type StallTimeoutOptions } from '../../src/stream/stallTimeout.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const LIMITS = {
  firstMs: 5,
  eachMs: 3,
  isLast: (value: string) => value === 'l',
  createError: (seen: number) => new Error(`stalled after ${seen}`),
};

const NUMBERS = { ...LIMITS, isLast: (value: number) => value < 0 };

function run(values: string, result: string, seen = 0, limits: Partial<StallTimeoutOptions<string>> = {}): void {
  const test = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  test.run(({ cold, expectObservable }) => {
    const limited = cold(values).pipe(stallTimeout({ ...LIMITS, scheduler: test, ...limits }));
    expectObservable(limited).toBe(result, undefined, new Error(`stalled after ${seen}`));
  });
}

test('fails a stream without a first value in time', () => run('------a', '-----#', 0));

test('fails a stream without a further value in time', () => run('-a-b----c', '-a-b--#', 2));

test('a value just before the limit begins a new wait, as often as one comes', () =>
  run('----a--b--c--d--|', '----a--b--c--d--|'));

test('completes a stream that stalls after its last value', () => run('-a-l----', '-a-l--|'));

test('without a limit between values only the first is waited for', () =>
  run('-a--------b|', '-a--------b|', 0, { eachMs: 0 }));

test('leaves a source before it fails', () => {
  const clock = new VirtualClock();
  const log: string[] = [];
  const stalling = new Observable<string>(() => () => log.push('left'));
  stalling.pipe(stallTimeout({ ...LIMITS, scheduler: clock })).subscribe({ error: () => log.push('failed') });
  clock.flush();
  expect(log).toEqual(['left', 'failed']);
});

test('a source that emits in `subscribe` without an end is left when nobody reads on', () => {
  const endless = new Observable<string>((subscriber) => {
    while (!subscriber.closed) subscriber.next('a');
  });
  const clock = new VirtualClock();
  const seen: string[] = [];
  endless.pipe(stallTimeout({ ...LIMITS, scheduler: clock }), take(3)).subscribe((value) => seen.push(value));
  expect([seen, clock.pending]).toEqual([['a', 'a', 'a'], 0]);
});

test('sets no timer for a further value in time', () => {
  const clock = new VirtualClock();
  const counting = { now: () => clock.now(), schedule: vi.fn<typeof clock.schedule>(clock.schedule.bind(clock)) };
  interval(1, clock)
    .pipe(take(100), stallTimeout({ ...NUMBERS, eachMs: 1000, scheduler: counting as never }))
    .subscribe();
  clock.flush();
  expect(counting.schedule).toHaveBeenCalledTimes(1);
  expect(clock.pending).toBe(0);
});
