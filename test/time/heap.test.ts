import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../src/time/heap.ts';
import { runs } from '../properties/runs.ts';

interface Item {
  due: number;
  order: number;
  index: number;
}

const item = (due: number, order: number): Item => ({ due, order, index: -1 });

function drain(heap: Heap<Item>): Item[] {
  const drained: Item[] = [];
  for (let first = heap.first; first !== undefined; first = heap.first) {
    heap.remove(first);
    drained.push(first);
  }
  return drained;
}

const byTime = (a: Item, b: Item): number => a.due - b.due || a.order - b.order;

test('what goes in comes out in order of time, equals in order of arrival, whatever was removed in between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(20), fc.boolean()), { minLength: 20, maxLength: 200, size: 'max' }),
      (entries) => {
        const heap = new Heap<Item>();
        const items = entries.map(([due], order) => item(due, order));
        for (const each of items) heap.add(each);
        const stays = items.filter((_, n) => entries[n]?.[1] === false);
        for (const each of items) if (!stays.includes(each)) heap.remove(each);
        expect(heap.size).toBe(stays.length);
        expect(drain(heap)).toEqual([...stays].sort(byTime));
      },
    ),
    runs(25),
  );
});

test('removing an item that is not inside leaves the others alone', () => {
  const heap = new Heap<Item>();
  const [inside, outside] = [item(1, 0), item(1, 1)];
  heap.add(inside);
  heap.remove(outside);
  expect(drain(heap)).toEqual([inside]);
  heap.remove(inside);
  expect(heap.size).toBe(0);
});
