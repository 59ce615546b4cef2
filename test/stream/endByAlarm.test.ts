import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { endByAlarm } from '../../src/stream/endByAlarm.ts';

function run(values: string, result: string, error?: Error): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ cold, expectObservable }) => {
    // `a` has a deadline 3 ms later, all others have none.
    const dueAt = (value: string): number | undefined => (value === 'a' ? scheduler.now() + 3 : undefined);
    expectObservable(cold(values).pipe(endByAlarm(dueAt, () => error, scheduler))).toBe(result, undefined, error);
  });
}

test('completes at the deadline of the latest value', () => run('-a-a-----', '-a-a--|'));

test('fails at the deadline with the error', () => run('-a-------', '-a--#', new Error('late')));

test('a value without a deadline cancels that of the value before', () => run('-ab----c|', '-ab----c|'));

test('sets no deadline before the first value', () => run('-------c|', '-------c|'));
