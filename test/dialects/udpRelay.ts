import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A datagram on its way. */
export interface Datagram {
  readonly to: 'server' | 'client';
  readonly protocol: 'STUN' | 'DTLS' | 'SRTP';
  /** Which one it is of its direction, from 1. */
  readonly number: number;
  /** Which one it is of its direction and protocol, from 1. */
  readonly ofProtocol: number;
}

/** A way for datagrams that loses some of them. */
export interface UdpRelay {
  readonly port: number;
  /** Datagrams that were passed on, and that were lost. */
  readonly counts: { passed: number; lost: number };
  close(): void;
}

/** Passes datagrams between one client and a port of loopback, and drops those that `isLost` says. */
export async function openUdpRelay(
  serverPort: number,
  isLost: (datagram: Datagram) => boolean = () => false,
): Promise<UdpRelay> {
  const [outer, inner] = await Promise.all([bind(), bind()]);
  const counts = { passed: 0, lost: 0 };
  let client: RemoteInfo | undefined;
  const createPasser = (to: Datagram['to'], pass: (data: Buffer) => void): ((data: Buffer) => void) => {
    const number = createCounter(to);
    return (data) => {
      const lost = isLost(number(data));
      counts[lost ? 'lost' : 'passed'] += 1;
      if (!lost) pass(data);
    };
  };
  const toServer = createPasser('server', (data) => inner.send(data, serverPort, '127.0.0.1'));
  const toClient = createPasser('client', (data) => {
    if (client !== undefined) outer.send(data, client.port, client.address);
  });
  outer.on('message', (data, from) => {
    client = from;
    toServer(data);
  });
  inner.on('message', toClient);
  const close = (): void => [outer, inner].forEach((socket) => socket.close());
  return { port: outer.address().port, counts, close };
}

function createCounter(to: Datagram['to']): (data: Buffer) => Datagram {
  let number = 0;
  const ofProtocols = { STUN: 0, DTLS: 0, SRTP: 0 };
  return (data) => {
    const protocol = protocolOf(data);
    number += 1;
    ofProtocols[protocol] += 1;
    return { to, protocol, number, ofProtocol: ofProtocols[protocol] };
  };
}

/** By the first byte, as RFC 7983 has it. */
function protocolOf([first = 0]: Buffer): Datagram['protocol'] {
  if (first < 20) return 'STUN';
  return first < 128 ? 'DTLS' : 'SRTP';
}

async function bind(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}
