import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { Script } from './scripts.ts';

/** A connection to Redis, which is opened when it is first used. */
export interface RedisConnection {
  /** Runs a script; `args` follow the prefix. */
  run(script: Script, args: readonly (string | number)[]): Promise<unknown>;
  /** Does `work` with the client. */
  use<T>(work: (redis: Redis) => Promise<T>): Promise<T>;
  /** Connects anew if it is connected: what was sent is not waited for. */
  recover(): void;
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly url: string;
  /** In front of each key. */
  readonly prefix: string;
  readonly timeoutMs: number;
}

const MAX_RECONNECT_MS = 500;
/** A connection is not waited for that does not end by itself. */
const DISCONNECT_MS = 50;

/** Creates a connection that connects again by itself. */
export function createRedisConnection({ url, prefix, timeoutMs }: RedisConnectionOptions): RedisConnection {
  let opening: Promise<Redis> | undefined;
  let client: Redis | undefined;
  let isClosed = false;
  const open = async (): Promise<Redis> => {
    const { Redis: Client } = await import('ioredis');
    const created = new Client(url, {
      // What waits for a connection fails when there is none, and nothing is sent twice.
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: timeoutMs,
      disconnectTimeout: DISCONNECT_MS,
      retryStrategy: (attempt) => (isClosed ? null : Math.min(50 * 2 ** attempt, MAX_RECONNECT_MS)),
    });
    // What fails is known from its answer.
    created.on('error', () => undefined);
    client = created;
    if (isClosed) await end(created);
    return created;
  };
  const connect = (): Promise<Redis> => (opening ??= open());
  return {
    run: async (script, args) => evaluate(await connect(), script, `${prefix}nodes`, [prefix, ...args]),
    use: async (work) => work(await connect()),
    recover: () => {
      if (client?.status === 'ready' || client?.status === 'connect') client.disconnect(true);
    },
    close: async () => {
      isClosed = true;
      if (client !== undefined) await end(client);
    },
  };
}

/** Runs a script with one key; Redis gets its text when it does not know it. */
export async function evaluate(
  redis: Redis,
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

async function end(client: Redis): Promise<void> {
  const { stream } = client as { readonly stream?: Redis['stream'] | undefined };
  client.disconnect();
  if (stream === undefined || stream.closed) return;
  const closed = once(stream, 'close');
  stream.destroy();
  await closed;
}
