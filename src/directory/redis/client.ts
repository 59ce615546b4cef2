import type { Cluster, ClusterNode, Redis } from 'ioredis';

/** A client of one server or of a cluster. Both have the same commands. */
export type RedisClient = Redis | Cluster;

export interface RedisClientOptions {
  /** URL of the server, or of cluster servers, which it asks for the others. */
  readonly url: string | readonly string[];
  readonly timeoutMs: number;
  /** Returns true if it should not reconnect. */
  readonly isClosed: () => boolean;
}

const MAX_RECONNECT_MS = 500;
/** Time to wait for a connection to end by itself before it is destroyed, in ms. */
const DISCONNECT_MS = 50;

/**
 * Opens a client that reconnects by itself. Commands fail while it is not connected. Waits once for a cluster to be
 * known or found unreachable, because its client does not queue commands.
 */
export async function openRedisClient({ url, timeoutMs, isClosed }: RedisClientOptions): Promise<RedisClient> {
  const { Cluster: ClusterClient, Redis: Client } = await import('ioredis');
  const retry = (attempt: number): number | null => (isClosed() ? null : Math.min(50 * 2 ** attempt, MAX_RECONNECT_MS));
  const common = {
    // Commands that wait for a connection fail if there is none, and nothing is sent twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: timeoutMs,
    disconnectTimeout: DISCONNECT_MS,
  };
  const client =
    typeof url === 'string'
      ? new Client(url, { ...common, retryStrategy: retry })
      : new ClusterClient(url.map(toClusterNode), {
          redisOptions: { ...common, ...accessOf(url) },
          clusterRetryStrategy: retry,
          enableOfflineQueue: false,
          slotsRefreshTimeout: timeoutMs,
        });
  // Failures are reported through the answers to commands.
  client.on('error', () => undefined);
  if (client.isCluster) await untilDecided(client);
  return client;
}

/** Resolves when a client is connected, or its first attempt has failed. */
function untilDecided(client: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'close', 'end']) client.once(event, () => resolve());
  });
}

function toClusterNode(url: string): ClusterNode {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: port === '' ? 6379 : Number(port) };
}

/** Returns the user and TLS options, which are those of the first address. */
function accessOf([first = '']: readonly string[]) {
  const { protocol, username, password } = new URL(first);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}
