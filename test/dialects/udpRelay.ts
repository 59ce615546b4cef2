import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A way for datagrams that loses some of them. */
export interface UdpRelay {
  readonly port: number;
  /** Datagrams that were passed on, and that were lost. */
  readonly counts: { passed: number; lost: number };
  close(): void;
}

/** Passes datagrams between one client and a port of loopback, and drops every `everyNth` of each direction. */
export async function openUdpRelay(serverPort: number, everyNth: number = Number.POSITIVE_INFINITY): Promise<UdpRelay> {
  const [outer, inner] = await Promise.all([bind(), bind()]);
  const counts = { passed: 0, lost: 0 };
  let client: RemoteInfo | undefined;
  const passer = (
    to: Socket,
    peer: () => Pick<RemoteInfo, 'address' | 'port'> | undefined,
  ): ((data: Buffer) => void) => {
    let count = 0;
    return (data) => {
      count += 1;
      const isLost = count % everyNth === 0;
      counts[isLost ? 'lost' : 'passed'] += 1;
      const known = peer();
      if (!isLost && known !== undefined) to.send(data, known.port, known.address);
    };
  };
  const toServer = passer(inner, () => ({ address: '127.0.0.1', port: serverPort }));
  outer.on('message', (data, from) => {
    client = from;
    toServer(data);
  });
  inner.on(
    'message',
    passer(outer, () => client),
  );
  const close = (): void => [outer, inner].forEach((socket) => socket.close());
  return { port: outer.address().port, counts, close };
}

async function bind(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}
