import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../../providers/local/stt/pool.ts';

/** A pool of numbers, and what became of them. */
function numbers(clean: (it: number) => Promise<void> = async () => {}): {
  readonly it: Pool<number>;
  readonly made: number[];
  readonly cleaned: number[];
  readonly failures: unknown[];
} {
  const [made, cleaned, failures]: [number[], number[], unknown[]] = [[], [], []];
  const it = createPool<number>(
    async () => made.push(made.length),
    async (returned) => {
      await clean(returned);
      cleaned.push(returned);
    },
    (error) => failures.push(error),
  );
  return { it, made, cleaned, failures };
}

describe('a pool', () => {
  test('makes as many as the most that was requested', async () => {
    const { it, made } = numbers();
    it.grow(2);
    it.grow(1);
    await setImmediate();
    expect(made).toHaveLength(2);
    it.grow(3);
    await setImmediate();
    expect(made).toHaveLength(3);
  });

  test('lends each to one at a time, in the order of asking', async () => {
    const { it } = numbers();
    it.grow(2);
    const lent: string[] = [];
    const giveBack = ['first', 'second', 'third', 'fourth'].map((who) => it.acquire(() => lent.push(who)));
    await setImmediate();
    expect(lent).toEqual(['first', 'second']);
    giveBack[1]?.();
    await setImmediate();
    expect(lent).toEqual(['first', 'second', 'third']);
  });

  test('lends at once what is free', async () => {
    const { it } = numbers();
    it.grow(1);
    await setImmediate();
    const lent: number[] = [];
    it.acquire((one) => lent.push(one));
    expect(lent).toHaveLength(1);
  });

  test('cleans what comes back before it lends it again', async () => {
    const { it, cleaned } = numbers();
    it.grow(1);
    const order: string[] = [];
    const giveBack = it.acquire(() => order.push('lent'));
    it.acquire(() => order.push(`lent again, ${cleaned.length} cleaned`));
    await setImmediate();
    giveBack();
    await setImmediate();
    expect(order).toEqual(['lent', 'lent again, 1 cleaned']);
  });

  test('gives nothing to one who has left the queue', async () => {
    const { it } = numbers();
    const lent: string[] = [];
    it.acquire(() => lent.push('left'))();
    it.acquire(() => lent.push('stayed'));
    it.grow(1);
    await setImmediate();
    expect(lent).toEqual(['stayed']);
  });

  test('takes back only once', async () => {
    const { it, cleaned } = numbers();
    it.grow(1);
    const giveBack = it.acquire(() => {});
    await setImmediate();
    giveBack();
    giveBack();
    await setImmediate();
    expect(cleaned).toHaveLength(1);
  });

  test('reports what making, cleaning and using threw', async () => {
    const { it, failures } = numbers(() => Promise.reject(new Error('dirty')));
    it.grow(1);
    it.acquire(() => {
      throw new Error('misused');
    });
    await setImmediate();
    expect(failures).toEqual([new Error('misused')]);
    const broken = createPool<number>(
      () => Promise.reject(new Error('none left')),
      async () => {},
      (e) => failures.push(e),
    );
    broken.grow(1);
    await setImmediate();
    expect(failures.at(-1)).toEqual(new Error('none left'));
    const dirty = numbers(() => Promise.reject(new Error('dirty')));
    dirty.it.grow(1);
    const giveBack = dirty.it.acquire(() => {});
    await setImmediate();
    giveBack();
    await setImmediate();
    expect(dirty.failures).toEqual([new Error('dirty')]);
  });
});
