import type { Server, Socket } from 'node:net';
import type { ConnectionLimits } from './limits.ts';

/**
 * Limits the connections of a server, including those that have become WebSockets. A connection above a limit is closed
 * at once.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerIp }: Pick<ConnectionLimits, 'maxConnections' | 'maxConnectionsPerIp'>,
): void {
  server.maxConnections = maxConnections;
  const open = new Map<string, number>();
  // Before TLS, because a handshake is expensive.
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    const count = (open.get(ip) ?? 0) + 1;
    if (count > maxConnectionsPerIp) {
      socket.destroy();
      return;
    }
    open.set(ip, count);
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1;
      if (left > 0) open.set(ip, left);
      else open.delete(ip);
    });
  });
}
