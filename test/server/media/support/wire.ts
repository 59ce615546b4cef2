import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asyncScheduler } from 'rxjs';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import type { AudioFrame } from '../../../../src/core/audio.ts';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { createMediaSocket } from '../../../../src/server/media/createMediaSocket.ts';
import { webSocketOptions } from '../../../../src/server/connections/webSocket.ts';
import { call, type Call, type CallOptions } from './call.ts';
import { player, type Player } from './player.ts';

/** A client at the other end of a real socket. It plays what it is sent, in real time. */
export interface WireClient {
  readonly socket: WebSocket;
  readonly player: Player;
  say(message: object): void;
  /** Speaks from now on. */
  speak(voice: readonly SoundInterval[]): void;
  /** The first message from now on that is meant. */
  message(isMeant: (message: ServerMessage) => boolean): Promise<ServerMessage>;
  /** How the server has closed the socket. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface Wire extends AsyncDisposable {
  readonly call: Call;
  readonly client: WireClient;
  /** The server's end of the socket. */
  readonly server: WebSocket;
}

/** A session on doubles, its connection, and a client behind a real WebSocket over loopback, all in real time. */
export async function wire(options: CallOptions = {}): Promise<Wire> {
  const made = call(options);
  const server = new WebSocketServer({ ...webSocketOptions.options, port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = wireClient(socket);
  await Promise.all([accepted, once(socket, 'open')]);
  const [peer, request] = await accepted;
  made.start();
  made.connection.join(createMediaSocket(peer, request.socket));
  return {
    call: made,
    client,
    server: peer,
    [Symbol.asyncDispose]: async () => {
      made.connection.hangUp(1000);
      client.player.stop();
      socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

function wireClient(socket: WebSocket): WireClient {
  const waiting = new Set<(message: ServerMessage) => void>();
  const say = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const client = player({ scheduler: asyncScheduler, say });
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) }));
  socket.on('error', () => {});
  socket.on('message', (data: RawData, isBinary: boolean) => {
    client.take(isBinary ? (data as Buffer) : (data as Buffer).toString());
    const latest = client.messages.at(-1);
    if (!isBinary && latest !== undefined) for (const listener of waiting) listener(latest);
  });
  return {
    socket,
    player: client,
    say,
    closed,
    speak: (voice) => {
      const talking = microphone(voice, { scheduler: asyncScheduler, frameMs: 32 }).subscribe((frame) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(bytesOf(frame));
      });
      socket.on('close', () => talking.unsubscribe());
    },
    message: (isMeant) =>
      new Promise((resolve) => {
        const listener = (message: ServerMessage): void => {
          if (!isMeant(message)) return;
          waiting.delete(listener);
          resolve(message);
        };
        waiting.add(listener);
      }),
  };
}

function bytesOf({ samples }: AudioFrame): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
