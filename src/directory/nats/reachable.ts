import { connect } from 'node:net';
import { AntiphonError } from '../../core/errors.ts';

const DEFAULT_PORT = 4222;

/**
 * Returns the servers, as `host:port`, that send their greeting within `timeoutMs`. The client never closes a socket
 * that gets no answer, so servers that are cut off are not passed to it.
 */
export async function findReachable(servers: readonly URL[], timeoutMs: number): Promise<readonly string[]> {
  const answers = await Promise.all(servers.map((server) => speaks(server, timeoutMs)));
  const reachable = servers.filter((_, at) => answers[at]);
  if (reachable.length === 0) throw new AntiphonError('directory_unavailable', 'no NATS server answers');
  return reachable.map((server) => `${server.hostname}:${portOf(server)}`);
}

function speaks(server: URL, timeoutMs: number): Promise<boolean> {
  const socket = connect(portOf(server), server.hostname.replaceAll(/[[\]]/gu, ''));
  return new Promise((resolve) => {
    const end = (doesSpeak: boolean): void => {
      socket.destroy();
      resolve(doesSpeak);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

function portOf({ port }: URL): number {
  return port === '' ? DEFAULT_PORT : Number(port);
}
