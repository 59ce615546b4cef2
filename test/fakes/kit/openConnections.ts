import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Who is in a server's house. */
export interface OpenConnections {
  readonly count: () => number;
  /** Resolves as soon as nobody is there, nor on the way. */
  readonly idle: () => Promise<void>;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** As often a client goes back and forth before it has asked for something: TCP, TLS, and once more. */
const ROUND_TRIPS = 4;

/** Counts a request until its answer has gone, a connection that asks for an upgrade until it closes. */
export function trackConnections(server: Server): OpenConnections {
  const open = new Set<ServerResponse | Duplex>();
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const track = (visitor: ServerResponse | Duplex): void => {
    open.add(visitor);
    visitor.once('close', () => {
      open.delete(visitor);
      if (open.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    });
  };
  server.on('request', (_, response: ServerResponse) => track(response));
  server.on('upgrade', (_, socket: Duplex) => track(socket));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const empty = (): Promise<void> =>
    open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve));
  const idle = async (): Promise<void> => {
    do {
      await empty();
      for (let n = 0; n < ROUND_TRIPS; n++) await roundTrip(server);
    } while (open.size > 0);
  };
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      for (const socket of sockets) socket.destroy();
    });
  return { count: () => open.size, idle, close };
}

/** Connects and leaves again: who had set out before is further by as much. */
function roundTrip(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  const { port } = server.address() as AddressInfo;
  return new Promise((left) => {
    const scout = connect(port, '127.0.0.1');
    const seen = (socket: Socket): void => {
      if (socket.remotePort !== scout.localPort) return;
      server.off('connection', seen);
      socket.once('close', () => left());
      scout.destroy();
    };
    server.on('connection', seen);
    // A server that closes meanwhile resets who has just set out.
    scout.once('error', () => {
      server.off('connection', seen);
      left();
    });
  });
}
