import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop in which streams and promises hand on what has been read. */
const QUIET_TURNS = 4;
/** After so many turns something is under way that never arrives. */
const MAX_TURNS = 1_000_000;

/** A connection between two sockets of this process. */
interface Connection {
  readonly client: Socket;
  server?: Socket;
}

const connecting = new Set<Socket>();
const connections = new Map<string, Connection>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  connecting.add(socket);
  socket.once('close', () => connecting.delete(socket));
  socket.once('connect', () => {
    connecting.delete(socket);
    const key = `${socket.localPort}:${socket.remotePort}`;
    const accepted = waiting.get(key);
    waiting.delete(key);
    connections.set(key, { client: socket, ...(accepted === undefined ? {} : { server: accepted }) });
  });
});

/** Accepted before the client knew that it is connected. */
const waiting = new Map<string, Socket>();

subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  const key = `${socket.remotePort}:${socket.localPort}`;
  const connection = connections.get(key);
  if (connection === undefined) waiting.set(key, socket);
  else connection.server = socket;
  socket.once('close', () => waiting.delete(key));
});

/**
 * Returns whether something is under way between two sockets of this process: a connection, bytes that one has sent and the other
 * has not read, or an end. What a paused socket does not read is not under way.
 */
export function isUnderWay(): boolean {
  for (const [key, { client, server }] of connections) {
    if (client.destroyed && (server === undefined || server.destroyed)) connections.delete(key);
    else if (server === undefined || isOnTheWay(client, server) || isOnTheWay(server, client)) return true;
  }
  return connecting.size > 0;
}

function isOnTheWay(from: Socket, to: Socket): boolean {
  if (to.destroyed || to.readableEnded || to.isPaused()) return false;
  return from.destroyed || from.writableFinished || from.bytesWritten > to.bytesRead;
}

/** Resolves when all that sockets of this process have sent each other has arrived, and has been worked on. */
export async function settleLoopback(): Promise<void> {
  let quiet = 0;
  for (let turns = 0; quiet < QUIET_TURNS; turns += 1) {
    if (turns > MAX_TURNS) throw new Error('something is under way between two sockets, and does not arrive');
    await turn();
    quiet = isUnderWay() ? 0 : quiet + 1;
  }
}
