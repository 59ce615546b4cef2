import { expect, test } from 'vitest';
import { OwnSlots } from '../../src/directory/nats/ownSlots.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const serving = { load: 1, draining: false };

test('a node grants as many slots as it has room for, and one more when one is given back', () => {
  const slots = new OwnSlots(3, 2000, new VirtualClock());
  expect(['a', 'b', 'c'].map((token) => slots.reserve(token, serving))).toEqual([true, true, false]);
  slots.giveBack('a');
  expect(slots.reserve('d', serving)).toBe(true);
  expect(slots.room(serving)).toBe(0);
});

test('a slot that is not given back is free again after the expiry', async () => {
  const clock = new VirtualClock();
  const slots = new OwnSlots(2, 2000, clock);
  slots.reserve('a', serving);
  await clock.advance(1999);
  expect(slots.reserve('b', serving)).toBe(false);
  await clock.advance(1);
  expect(slots.reserve('b', serving)).toBe(true);
});

test('a node that drains grants no slot', () => {
  const slots = new OwnSlots(3, 2000, new VirtualClock());
  expect(slots.reserve('a', { load: 0, draining: true })).toBe(false);
});
