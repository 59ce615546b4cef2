import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import { createDirectory } from '../createDirectory.ts';
import { createDirectorySettings, DIRECTORY_OPTIONS, refuse, type DirectoryOptions } from '../options.ts';
import { requirePackages } from '../../core/requirePackages.ts';
import { createRedisConnection } from './connection.ts';
import { RedisEngine } from './redisEngine.ts';

/** Options of `createRedisDirectory`. */
export interface RedisDirectoryOptions extends DirectoryOptions {
  /**
   * `redis://user:password@host:port/database`, or `rediss://` for TLS. A list names servers of a cluster, possibly
   * only one; the first one contains the user.
   */
  readonly url: string | readonly string[];
  /**
   * Name of the service. Nodes with the same name know each other. Up to 64 letters, digits, `-` and `_`. @default
   * antiphon
   */
  readonly prefix?: string | undefined;
}

const OPTIONS: NameSet<keyof RedisDirectoryOptions> = { ...DIRECTORY_OPTIONS, url: true, prefix: true };

/**
 * Creates a directory on Redis 7 or Valkey, for nodes on several machines. It needs the package ioredis. Counts and
 * limits of keys are exact. It opens one connection per registered node.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { createRedisDirectory } from 'antiphon/directory';
 * import { secretsFromFile, serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * const directory = createRedisDirectory({ url: 'redis://10.0.0.7' });
 * const secrets = secretsFromFile('/run/secrets/cluster');
 * await serve({ agent, node_id: 'node-1', cluster: { directory, url: 'http://10.0.0.1:3000', secrets } });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an invalid option, or if the package is not installed
 */
export function createRedisDirectory(options: RedisDirectoryOptions): SessionDirectory {
  checkOptions('createRedisDirectory', options, OPTIONS);
  const { url, prefix = 'antiphon', ...others } = options;
  const settings = createDirectorySettings(others);
  checkRedis(url, prefix, 'createRedisDirectory');
  const { timeoutMs } = settings;
  // The braces put all keys into one slot of a cluster.
  const connect = () => createRedisConnection({ url, prefix: `{${prefix}}:`, timeoutMs });
  return createDirectory((node) => new RedisEngine(node, connect(), settings), settings);
}

/** Checks an address and a prefix, and that the client is installed. @throws AntiphonError `usage_invalid` */
export function checkRedis(url: string | readonly string[], prefix: string, user: string): void {
  const urls = [url].flat();
  if (urls.length === 0) refuse('url', 'an address', 'none');
  // Do not quote it: it may contain a password.
  if (!urls.every(isRedisUrl)) refuse('url', 'a redis:// or rediss:// address', 'none');
  if (!/^[\w-]{1,64}$/u.test(prefix))
    refuse('prefix', 'up to 64 letters, digits, - and _', `${prefix.length} characters`);
  requirePackages(['ioredis'], user);
}

function isRedisUrl(url: string): boolean {
  return URL.canParse(url) && /^rediss?:/u.test(url);
}
