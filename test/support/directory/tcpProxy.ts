import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineLink } from '../../../src/testing/contracts/sessionDirectoryContract.ts';
import { untilClosed } from '../untilClosed.ts';

export interface TcpProxy extends EngineLink {
  readonly port: number;
  /** Resolves when nobody is connected. */
  unused(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback, and passes on what it gets. A link that is cut keeps its connections, and what is sent over them is lost. */
export async function createTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  const forward = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on('data', (data) => {
      const due = sleep(delayMs);
      last = last.then(() => due).then(() => void (isCut || to.destroyed || to.write(data)));
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
  };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
    },
    heal: () => {
      isCut = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    unused: async () => {
      for (const socket of sockets) if (!socket.closed) await untilClosed(socket);
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
