import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on a port of its own that counts connections and requests. */
export interface CountingServer {
  readonly origin: string;
  /** Connections so far. */
  came(): number;
  /** Connections that are open. */
  open(): number;
  /** Requests so far. */
  served(): number;
  /** Resolves when so many connections have come. */
  arrived(count: number): Promise<void>;
  /** Resolves when so many connections have closed. */
  left(count: number): Promise<void>;
  hangUp(): void;
  close(): Promise<void>;
}

/** Serves until the test has finished; with a certificate, over TLS. */
export async function countingServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  certificate?: Readonly<Record<'key' | 'cert', string>>,
): Promise<CountingServer> {
  let [served, gone] = [0, 0];
  const sockets: Socket[] = [];
  const counted: RequestListener = (request, response) => {
    served += 1;
    void answer(request, response);
  };
  const server: Server = certificate === undefined ? createServer(counted) : createSecureServer(certificate, counted);
  server.listen(0, '127.0.0.1');
  server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.push(socket);
    server.emit('came');
    socket.once('close', () => {
      gone += 1;
      server.emit('gone');
    });
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  await once(server, 'listening');
  return {
    origin: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came: () => sockets.length,
    open: () => sockets.length - gone,
    served: () => served,
    arrived: async (count) => {
      while (sockets.length < count) await once(server, 'came');
    },
    left: async (count) => {
      while (gone < count) await once(server, 'gone');
    },
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close,
  };
}
