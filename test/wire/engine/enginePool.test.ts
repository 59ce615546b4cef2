import { expect, test } from 'vitest';
import { EnginePool } from '../../../src/wire/engine/enginePool.ts';
import type { EngineClient } from '../../../src/wire/engine/engineHost.ts';
import type { ToEngine } from '../../../src/wire/engine/messages.ts';

interface Answer {
  readonly kind: 'done';
}

/** Engines that notice only when asked to that a client has left. */
function createPool() {
  const running = new Set<number>();
  const closing: (() => void)[] = [];
  let started = 0;
  const pool = new EnginePool<string, Answer>({
    title: 'the engine',
    provider: 'local',
    start: ({ onMessage }) => {
      const id = (started += 1);
      running.add(id);
      const ignore = (): void => {};
      const post = (message: unknown): void => {
        const { id: client, content } = message as ToEngine<unknown>;
        if (JSON.stringify(content) !== '{"kind":"close"}') return;
        closing.push(() => onMessage({ id: client, content: { kind: 'closed' } }));
      };
      return { post, ref: ignore, unref: ignore, terminate: () => void running.delete(id) };
    },
  });
  const noticeLeft = (): void => closing.splice(0).forEach((notice) => notice());
  return { pool, running, noticeLeft };
}

const client: EngineClient<Answer> = { onAnswer: () => {}, onLost: () => {} };
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

test('a client goes to another process while one still works for a client that has left', () => {
  const { pool, running, noticeLeft } = createPool();
  const one = { maxHosts: 2, maxClients: 1 };
  const first = pool.select(one);
  first.connect(client).disconnect();
  expect(pool.select(one)).not.toBe(first);
  expect(running.size).toBe(1);
  noticeLeft();
  expect(first.load).toBe(0);
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
