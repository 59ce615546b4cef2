import { describe, expect, it } from 'vitest';
import { createSliceQueue, type SliceQueue } from '../../src/stream/sliceQueue.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

const BUDGET = 256;

interface Sliced {
  readonly clock: VirtualClock;
  readonly queue: SliceQueue<number>;
  readonly seen: readonly number[];
  /** Lets the scheduler turn once, and returns how many values have come by then. */
  turn(): number;
}

function sliced(count: number, cost = 1): Sliced {
  const clock = new VirtualClock();
  const seen: number[] = [];
  const queue = createSliceQueue<number>(
    (value) => seen.push(value),
    () => cost,
    clock,
  );
  for (let value = 0; value < count; value += 1) queue.add(value);
  const turn = (): number => {
    clock.flush(clock.now());
    return seen.length;
  };
  return { clock, queue, seen, turn };
}

describe('values that come at once', () => {
  it.each([
    [0, 0],
    [BUDGET / 2 - 1, 0],
    [BUDGET - 1, 1],
    [BUDGET, 1],
  ])('%i of them pass in the same instant', (count, timers) => {
    const { seen, clock, turn } = sliced(count);
    expect([seen.length, clock.pending]).toEqual([count, timers]);
    turn();
    expect(clock.pending).toBe(0);
  });

  it('one more waits for the scheduler, and so does the end', () => {
    const { queue, seen, turn } = sliced(BUDGET + 1);
    let atEnd = -1;
    queue.end(() => (atEnd = seen.length));
    expect([seen.length, queue.waiting(), atEnd]).toEqual([BUDGET, 1, -1]);
    turn();
    expect(atEnd).toBe(BUDGET + 1);
  });

  it('pass in order, so many in each turn', () => {
    const { clock, seen } = sliced(1000);
    const counts = new Set<number>();
    const count = (): void => {
      counts.add(seen.length);
      if (seen.length < 1000) clock.schedule(count);
    };
    count();
    clock.flush();
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, value) => value));
    expect([counts, clock.now()]).toEqual([new Set([256, 512, 768, 1000]), 0]);
  });

  it('may cost more than one', () => {
    expect(sliced(5, BUDGET / 2).seen).toEqual([0, 1]);
  });
});

it('a value that is added while another is emitted comes behind it, and the end behind both', () => {
  const log: (number | string)[] = [];
  const queue = createSliceQueue<number>(
    (value) => {
      if (value === 0) {
        queue.end(() => log.push('end'));
        queue.append(1);
        queue.addAll([2, 3]);
      }
      log.push(value);
    },
    null,
    new VirtualClock(),
  );
  queue.append(0);
  expect(log).toEqual([0, 1, 2, 3, 'end']);
});

it('values that come at a normal pace never wait, however many they are', () => {
  const { clock, queue, seen } = sliced(0);
  let late = 0;
  for (let value = 0; value < 10_000; value += 1)
    clock.schedule(() => {
      queue.add(value);
      if (seen.at(-1) !== value) late += 1;
    }, value);
  clock.flush();
  expect([seen.length, late]).toEqual([10_000, 0]);
});

it('stopped, drops what waits and its end, and leaves no timer', () => {
  const { clock, queue, turn } = sliced(1000);
  queue.end(() => expect.fail('not ended'));
  queue.stop();
  expect(clock.pending).toBe(0);
  expect(turn()).toBe(BUDGET);
});
