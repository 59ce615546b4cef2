import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import type { CheckpointStore, DeletedAs, SaveResult, StoredCheckpoint } from '../../core/checkpointStore.ts';
import type { RedisClient } from '../redis/client.ts';
import { createRedisConnection, evaluate, type RedisConnection } from '../redis/connection.ts';
import { checkRedis } from '../redis/redisDirectory.ts';
import { createStoreSettings, STORE_OPTIONS, type CheckpointStoreOptions, KEPT_DELETED_S } from './options.ts';
import { withTimeout } from '../withTimeout.ts';
import { CLAIM, DELETE, SAVE } from './scripts.ts';

/** Options of `createRedisCheckpoints`. */
export interface RedisCheckpointsOptions extends CheckpointStoreOptions {
  /**
   * `redis://user:password@host:port/database`, or `rediss://` for TLS. A list names the servers of a cluster; the
   * first one contains the user.
   */
  readonly url: string | readonly string[];
  /** Name of the service, as for the directory. Up to 64 letters, digits, `-` and `_`. @default antiphon */
  readonly prefix?: string | undefined;
}

const OPTIONS: NameSet<keyof RedisCheckpointsOptions> = { ...STORE_OPTIONS, url: true, prefix: true };

/**
 * Creates a checkpoint store on Redis 7 or Valkey, for nodes on several machines. It needs the package ioredis. It has
 * one connection, which opens on first use.
 *
 * @example
 * ```ts
 * import { createRedisCheckpoints, createRedisDirectory } from 'antiphon/directory';
 * import { secretsFromFile, type ClusterOptions } from 'antiphon/server';
 *
 * const [url, secrets] = ['redis://127.0.0.1', secretsFromFile('/run/secrets/cluster')];
 * export const cluster: ClusterOptions = {
 *   directory: createRedisDirectory({ url }),
 *   url: 'http://10.0.0.1:3000',
 *   secrets,
 *   checkpoints: { store: createRedisCheckpoints({ url }) },
 * };
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an invalid option, or if the package is not installed
 */
export function createRedisCheckpoints(options: RedisCheckpointsOptions): CheckpointStore {
  checkOptions('createRedisCheckpoints', options, OPTIONS);
  const { url, prefix = 'antiphon', ...others } = options;
  const { timeoutMs, scheduler } = createStoreSettings(others);
  checkRedis(url, prefix, 'createRedisCheckpoints');
  return new RedisCheckpoints(createRedisConnection({ url, prefix, timeoutMs }), prefix, timeoutMs, scheduler);
}

class RedisCheckpoints implements CheckpointStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #scheduler: SchedulerLike;

  constructor(connection: RedisConnection, prefix: string, timeoutMs: number, scheduler: SchedulerLike) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#timeoutMs = timeoutMs;
    this.#scheduler = scheduler;
  }

  async save(session: string, { epoch, value }: StoredCheckpoint, ttl: number): Promise<SaveResult> {
    const args = [epoch, Buffer.from(value), Math.ceil(ttl * 1000)];
    const saved = await this.#use((redis) => evaluate(redis, SAVE, this.#keyOf(session), args));
    return saved === 1 ? 'saved' : 'superseded';
  }

  async load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined> {
    const key = this.#keyOf(session);
    const [epoch, value, as] = await this.#use((redis) => redis.hmgetBuffer(key, 'epoch', 'value', 'as'));
    if (epoch === undefined || epoch === null) return undefined;
    if (value === undefined || value === null) return as?.toString() === 'abandoned' ? 'abandoned' : 'deleted';
    return { epoch: Number(epoch.toString()), value };
  }

  async claim(session: string, epoch: number): Promise<boolean> {
    return (await this.#use((redis) => evaluate(redis, CLAIM, this.#keyOf(session), [epoch]))) === 1;
  }

  async delete(session: string, epoch: number, as: DeletedAs = 'deleted'): Promise<void> {
    await this.#use((redis) => evaluate(redis, DELETE, this.#keyOf(session), [epoch, KEPT_DELETED_S * 1000, as]));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Returns the key of a session. In a cluster, each session has its own slot. */
  #keyOf(session: string): string {
    return `${this.#prefix}:checkpoint:{${session}}`;
  }

  async #use<T>(work: (redis: RedisClient) => Promise<T>): Promise<T> {
    try {
      return await withTimeout(this.#connection.use(work), this.#timeoutMs, this.#scheduler);
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') this.#connection.recover();
      throw error;
    }
  }
}
