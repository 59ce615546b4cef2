import type { Socket } from 'node:net';

/** Resolves when a socket has closed, and however it ends: where its peer resets it, `once` of node:events would reject. */
export function untilClosed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}
