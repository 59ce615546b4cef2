import { expect, test } from 'vitest';
import { EnginePool } from '../../../src/wire/engine/enginePool.ts';
import type { EngineClient } from '../../../src/wire/engine/engineHost.ts';

function createPool() {
  const running = new Set<number>();
  let started = 0;
  const pool = new EnginePool<string, string>({
    title: 'the engine',
    provider: 'local',
    start: () => {
      const id = (started += 1);
      running.add(id);
      const ignore = (): void => {};
      return { post: ignore, ref: ignore, unref: ignore, terminate: () => void running.delete(id) };
    },
  });
  return { pool, running };
}

const client: EngineClient<string> = { onAnswer: () => {}, onLost: () => {} };
const limits = { maxHosts: 2, maxClients: 2 };

test('clients share a process until it has its number, and then another is started', () => {
  const { pool, running } = createPool();
  for (const expected of [1, 1, 2, 2]) {
    pool.select(limits).connect(client);
    expect(running.size).toBe(expected);
  }
  expect(pool.isFull(limits)).toBe(true);
});

test('a client more goes to the process with the fewest, if it may wait', () => {
  const { pool, running } = createPool();
  for (let n = 0; n < 5; n++) pool.select(limits).connect(client);
  expect(running.size).toBe(2);
});

test('processes without clients end, except the last one', () => {
  const { pool, running } = createPool();
  const connections = [0, 1, 2, 3].map(() => pool.select(limits).connect(client));
  connections[0]?.disconnect();
  connections[1]?.disconnect();
  pool.release();
  expect([...running]).toEqual([2]);
  connections[2]?.disconnect();
  connections[3]?.disconnect();
  pool.release();
  expect([...running]).toEqual([2]);
});
