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
  /** Returns how many packets of sound were on their way to the client until now, those that were lost included. Silence does not count. */
  soundToClient(): number;
  close(): void;
}

/** Passes datagrams between one client and a port of loopback, and drops those that `isLost` says. */
export async function openUdpRelay(
  serverPort: number,
  isLost: (datagram: Datagram) => boolean = () => false,
): Promise<UdpRelay> {
  const [outer, inner] = await Promise.all([bind(), bind()]);
  const counts = { passed: 0, lost: 0 };
  let [soundToClient, wasSound] = [0, false];
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
  inner.on('message', (data) => {
    if (isAudio(data)) {
      // The first silence after sound repeats that, and is as long: it counts in place of the first sound.
      soundToClient += wasSound && isSound(data) ? 1 : 0;
      wasSound = isSound(data);
    }
    toClient(data);
  });
  const close = (): void => [outer, inner].forEach((socket) => socket.close());
  return { port: outer.address().port, counts, soundToClient: () => soundToClient, close };
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

/** Whether a packet is RTP rather than RTCP, whose types are 192 to 223 (RFC 5761). */
function isAudio(data: Buffer): boolean {
  const [, type = 0] = data;
  return protocolOf(data) === 'SRTP' && (type < 192 || type > 223);
}

/** Tones in Opus take more than 90 bytes, silence fewer than 80. */
function isSound({ length }: Buffer): boolean {
  return length > 85;
}

async function bind(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}
