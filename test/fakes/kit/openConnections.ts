import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The open requests and connections of a server. */
export interface OpenConnections {
  readonly count: () => number;
  /** Resolves once none is open or about to be. */
  readonly idle: () => Promise<void>;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** Round trips of a client before its request: TCP, TLS, and one more. */
const ROUND_TRIPS = 4;

/** Counts a request until it is answered, an upgraded connection until it closes. */
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

/** Connects and disconnects, so that an earlier client has progressed by one round trip. */
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
    // A server that closes meanwhile resets the connection.
    scout.once('error', () => {
      server.off('connection', seen);
      left();
    });
  });
}
