import { map, merge, of, timer, VirtualTimeScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { emitWhenDue } from '../../src/stream/emitWhenDue.ts';

/** Each value is the time at which something is due from then on; what is emitted is the latest one. */
function expectEmitted(values: string, emitted: string, dueAt: Readonly<Record<string, number | null>>): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot(values);
    let latest = '';
    const read = (value: string): number | null => {
      latest = value;
      return dueAt[value] ?? null;
    };
    expectObservable(source.pipe(emitWhenDue(read, () => latest, scheduler))).toBe(emitted);
    expectSubscriptions(source.subscriptions).toBe(`^${'-'.repeat(values.indexOf('|') - 1)}!`);
  });
}

test('emits at the time of the latest value, and completes then', () => {
  expectEmitted('a--b-|', '-------(b|)', { a: 5, b: 7 });
});

test('emits at once if the time has come', () => {
  expectEmitted('-a-b-|', '-a-b-|', { a: 1, b: 2 });
});

test('emits nothing for a value that calls it off', () => {
  expectEmitted('a--b----|', '--------|', { a: 5, b: null });
});

test('a value of the instant in which it is due still calls it off', () => {
  expectEmitted('a----b----|', '----------|', { a: 5, b: null });
});

test('a value from another timer of the same instant still cancels it, in any virtual time', () => {
  const scheduler = new VirtualTimeScheduler();
  const emitted: string[] = [];
  merge(of(5), timer(5, scheduler).pipe(map(() => null)))
    .pipe(
      emitWhenDue(
        (at) => at,
        () => 'due',
        scheduler,
      ),
    )
    .subscribe((value) => emitted.push(value));
  scheduler.flush();
  expect(emitted).toEqual([]);
});

test('emits once for values that name the same time', () => {
  expectEmitted('a--b----|', '-----b--|', { a: 5, b: 5 });
});

test('an error of what reads a time, or of what emits, is that of the stream', () => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const fail = (): never => {
    throw new Error('broken');
  };
  scheduler.run(({ hot, expectObservable }) => {
    const error = new Error('broken');
    expectObservable(hot('-a').pipe(emitWhenDue(fail, () => '', scheduler))).toBe('-#', {}, error);
    expectObservable(hot('-a').pipe(emitWhenDue(() => 3, fail, scheduler))).toBe('---#', {}, error);
  });
});
