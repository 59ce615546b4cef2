import { expect, it } from 'vitest';
import { waitUntilSettled } from '../../../src/server/calls/endCalls.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const never = new Promise<void>(() => undefined);

it('resolves with the keys of unsettled promises after the timeout', async () => {
  const clock = new VirtualClock();
  const left: (readonly string[])[] = [];
  const promises = new Map([
    ['a', Promise.resolve()],
    ['b', never],
    ['c', Promise.reject(new Error('failed'))],
  ]);
  void waitUntilSettled(450, promises, clock).then((keys) => left.push(keys));
  await clock.run(449);
  expect(left).toEqual([]);
  await clock.run(450);
  expect(left).toEqual([['b']]);
});

it('resolves at once when all have settled, and leaves no timer', async () => {
  const clock = new VirtualClock();
  expect(await waitUntilSettled(450, new Map([['a', Promise.resolve()]]), clock)).toEqual([]);
  expect(await waitUntilSettled(450, new Map(), clock)).toEqual([]);
  expect(clock.pending).toBe(0);
});
