import { connect } from 'node:net';
import { AntiphonError } from '../../core/errors.ts';

const DEFAULT_PORT = 4222;

/**
 * Returns the servers, as `host:port`, that speak within `timeoutMs`: each begins with what it is. The client keeps a socket forever that nobody has
 * answered, so that it is given none of those that are cut off.
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
