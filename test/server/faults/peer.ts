import type { RawData, WebSocket } from 'ws';
import type { ServerMessage } from '../../../src/core/protocol.ts';

/** A client at the other end of a real socket, and all that it was sent. */
export interface Peer {
  readonly socket: WebSocket;
  readonly messages: readonly ServerMessage[];
  /** Samples of the agent that came. */
  readonly samples: number;
  /** Those that were announced by `audio.end`. */
  readonly announced: number;
  /** The close code; null while it is open. */
  readonly closeCode: number | null;
  say(message: object): void;
  /** Resolves when the server has answered a ping, and has read what was sent before, or has closed the connection. */
  ping(): Promise<void>;
}

/** Wraps the socket of a client. Attach it before the socket is open, so that nothing is missed. */
export function createPeer(socket: WebSocket): Peer {
  const messages: ServerMessage[] = [];
  const pongs = new Map<number, () => void>();
  let [samples, announced, pings] = [0, 0, 0];
  let closeCode: number | null = null;
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    closeCode = code;
    for (const resolve of pongs.values()) resolve();
  });
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) samples += (data as Buffer).length / 2;
    else receive(JSON.parse((data as Buffer).toString()) as ServerMessage);
  });
  const receive = (message: ServerMessage): void => {
    messages.push(message);
    if (message.type === 'audio.end') announced += message.samples;
    if (message.type === 'pong') pongs.get(message.t)?.();
  };
  return {
    socket,
    messages,
    get samples() {
      return samples;
    },
    get announced() {
      return announced;
    },
    get closeCode() {
      return closeCode;
    },
    say: (message) => socket.send(JSON.stringify(message)),
    ping: async () => {
      if (closeCode !== null) return;
      const t = pings++;
      const answered = new Promise<void>((resolve) => pongs.set(t, resolve));
      socket.send(JSON.stringify({ type: 'ping', t }));
      await answered;
      pongs.delete(t);
    },
  };
}

/** Returns whether a message of this type has come. */
export function hasType(peer: Peer, type: ServerMessage['type']): boolean {
  return peer.messages.some((message) => message.type === type);
}

/** The codes of the errors that the client was told, in order. */
export function errorCodes({ messages }: Peer): readonly string[] {
  return messages.flatMap((message) => (message.type === 'error' ? [message.code] : []));
}
