import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { RESUMABLE } from './support/browser.ts';
import { live } from './support/call.ts';

afterEach(() => void vi.useRealTimers());

it('attempts to reconnect are as many at each of several addresses as at a single one: a node that is dead is left soon', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const started: object = { ...RESUMABLE, resume_urls: ['ws://b/', 'ws://c/'] };
  const { call, socket, browser } = await live({}, undefined, started as typeof RESUMABLE);
  onTestFinished(() => void call.end());
  const [start, attempts] = [performance.now(), [] as string[]];
  browser.socketCame = (attempt) => {
    attempts.push(`${new URL(attempt.url).host} ${performance.now() - start}`);
    queueMicrotask(() => attempt.drop(1006));
  };
  socket.drop(1006);
  await vi.advanceTimersByTimeAsync(8000);
  expect(attempts).toEqual([
    'localhost 0',
    'b 500',
    'c 1000',
    'localhost 1500',
    'b 2000',
    'c 2500',
    'localhost 3500',
    'b 4500',
    'c 5500',
    'localhost 7500',
  ]);
});

it('an address to which the browser refuses to connect is left for the next, and the call ends if none is left', async () => {
  vi.useFakeTimers();
  const started: object = { ...RESUMABLE, resume_urls: ['ws://b/'] };
  const { call, socket, browser, heard } = await live({}, undefined, started as typeof RESUMABLE);
  const hosts: string[] = [];
  browser.socketCame = ({ url }) => {
    hosts.push(new URL(url).host);
    throw new DOMException('An insecure connection.', 'SecurityError');
  };
  socket.drop(1006);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(new Set(hosts)).toEqual(new Set(['localhost', 'b']));
  expect(call.state).toBe('ended');
  expect(heard('ended')).toEqual([{ reason: 'disconnected', code: 1006 }]);
});
