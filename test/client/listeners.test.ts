import { getEventListeners } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { onAbort, sleep } from '../../src/client/lifetime.ts';
import { tryToOpen } from '../../src/client/openSocket.ts';
import { createProtocolSocket } from '../../src/client/protocolSocket.ts';
import { pauseBeforeReconnecting } from '../../src/client/reconnectPause.ts';
import { INVITATION, stubBrowser } from './support/browser.ts';

afterEach(() => void vi.useRealTimers());

const { signal: lifetime } = new AbortController();
const listeners = (): number => getEventListeners(lifetime, 'abort').length;

// A call that reconnects for minutes has one lifetime, and many attempts.
it('a release that is forgotten leaves the lifetime', () => {
  onAbort(lifetime, () => {})();
  expect(listeners()).toBe(0);
});

it('a pause leaves the lifetime when it is over', async () => {
  vi.useFakeTimers();
  const pauses = Promise.all([sleep(10, lifetime), pauseBeforeReconnecting(1, 500, lifetime)]);
  expect(listeners()).toBe(3);
  await vi.advanceTimersByTimeAsync(500);
  await pauses;
  expect(listeners()).toBe(0);
});

it('an attempt to connect leaves the lifetime when it fails, and a connection when it closes', async () => {
  const browser = await stubBrowser();
  const attempt = { url: INVITATION.url, token: 'ek_1', lifetime, timeoutMs: 1000 };
  const failing = tryToOpen(attempt);
  (await browser.nextSocket()).drop(1006);
  expect(await failing).toBeUndefined();
  expect(listeners()).toBe(0);
  const opening = tryToOpen(attempt);
  const socket = await browser.nextSocket();
  await socket.open();
  const webSocket = (await opening) as WebSocket;
  const ignore = (): void => {};
  const reader = { read: () => undefined } as never;
  createProtocolSocket({
    socket: webSocket,
    sampleRate: 16_000,
    lifetime,
    reader,
    message: ignore,
    audio: ignore,
    closed: ignore,
  });
  expect(listeners()).toBe(2);
  socket.drop(1006);
  expect(listeners()).toBe(0);
});
