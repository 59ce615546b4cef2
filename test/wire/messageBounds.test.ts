import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openWebSocket } from '../../src/wire/openWebSocket.ts';

const MIB = 1024 * 1024;

/** What comes of a message of so many characters: its length, or the code with which the connection ends. */
function receive(chars: number): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  server.on('connection', (socket) => socket.send('x'.repeat(chars)));
  return new Promise((resolve) =>
    server.on('listening', () => {
      const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const listener = {
        opened: () => {},
        received: (frame: string | Uint8Array) => resolve(frame.length),
        ended: ({ code }: { readonly code: number }) => resolve(code),
      };
      const socket = openWebSocket({ url, headers: {} }, listener);
      onTestFinished(() => socket.terminate());
    }),
  );
}

test.each([5 * MIB, 16 * MIB])('a message of %i bytes is received', async (bytes) =>
  expect(await receive(bytes)).toBe(bytes),
);

test('a message of more than 16 MiB ends the connection', async () => expect(await receive(16 * MIB + 1)).toBe(1006));
