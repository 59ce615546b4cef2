import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { openRedisClient, type RedisClient } from './client.ts';
import type { Script } from './scripts.ts';

/** A connection to Redis that opens on first use. */
export interface RedisConnection {
  /** Runs a script. `args` follow the prefix. */
  run(script: Script, args: readonly (string | number)[]): Promise<unknown>;
  /** Runs `work` with the client. */
  use<T>(work: (redis: RedisClient) => Promise<T>): Promise<T>;
  /** Reconnects if it is connected, without waiting for pending commands. */
  recover(): void;
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly url: string | readonly string[];
  /** Prefix of each key. */
  readonly prefix: string;
  readonly timeoutMs: number;
}

/** Creates a connection that reconnects by itself. */
export function createRedisConnection({ url, prefix, timeoutMs }: RedisConnectionOptions): RedisConnection {
  let opening: Promise<RedisClient> | undefined;
  let client: RedisClient | undefined;
  let isClosed = false;
  const open = async (): Promise<RedisClient> => {
    const created = await openRedisClient({ url, timeoutMs, isClosed: () => isClosed });
    client = created;
    if (isClosed) await end(created);
    return created;
  };
  const connect = (): Promise<RedisClient> => (opening ??= open());
  return {
    run: async (script, args) => evaluate(await connect(), script, `${prefix}nodes`, [prefix, ...args]),
    use: async (work) => work(await connect()),
    recover: () => {
      if (client?.status === 'ready' || (client?.status === 'connect' && !client.isCluster)) client.disconnect(true);
    },
    close: async () => {
      isClosed = true;
      await opening;
      if (client !== undefined) await end(client);
    },
  };
}

/** Runs a script with one key. Sends its text if Redis does not know it. */
export async function evaluate(
  redis: RedisClient,
  { lua, sha }: Script,
  key: string,
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, 1, key, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(lua, 1, key, ...args);
  }
}

async function end(client: RedisClient): Promise<void> {
  const streams = 'nodes' in client ? client.nodes().map(streamOf) : [streamOf(client)];
  client.disconnect();
  await Promise.all(streams.map(endStream));
}

function streamOf(client: Redis): Redis['stream'] | undefined {
  return (client as { readonly stream?: Redis['stream'] | undefined }).stream;
}

async function endStream(stream: Redis['stream'] | undefined): Promise<void> {
  if (stream === undefined || stream.closed) return;
  const closed = once(stream, 'close');
  stream.destroy();
  await closed;
}
