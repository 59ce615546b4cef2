import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openWebSocket } from '../../src/wire/openWebSocket.ts';

test('a ping is confirmed when the server has answered it; after the end it is not sent', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log: string[] = [];
  await new Promise<void>((resolve) => {
    const socket = openWebSocket(
      { url, headers: {} },
      {
        opened: () => socket.ping?.(),
        received: () => log.push('received'),
        ponged: () => {
          log.push('ponged');
          for (const client of server.clients) client.terminate();
        },
        ended: () => {
          socket.ping?.();
          resolve();
        },
      },
    );
  });
  server.close();
  expect(log).toEqual(['ponged']);
});
