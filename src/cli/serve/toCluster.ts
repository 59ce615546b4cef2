import { AntiphonError } from '../../core/errors.ts';
import type { RedisDirectoryOptions } from '../../directory/redis/redisDirectory.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import type { ClusterOptions } from '../../server/cluster/options.ts';
import type { TokenSecrets } from '../../server/tokens/secrets.ts';
import type { Values } from './readSettings.ts';

/** What loads only when a command serves. */
export interface ClusterParts {
  readonly secretsFromFile: (path: string, name: string) => () => TokenSecrets;
  readonly createRedisDirectory: (options: RedisDirectoryOptions) => SessionDirectory;
}

type Value = Values[string] | undefined;

/** Makes a server a node from the settings; undefined if they name no engine. @throws AntiphonError `usage_invalid` for a part that is missing */
export function toCluster(
  { redis, node_url, cluster_secrets_file }: Readonly<Record<'redis' | 'node_url' | 'cluster_secrets_file', Value>>,
  { secretsFromFile, createRedisDirectory }: ClusterParts,
): ClusterOptions | undefined {
  const given = { redis, node_url, cluster_secrets_file };
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  const textOf = (name: keyof typeof given): string => {
    const value = given[name];
    if (typeof value === 'string') return value;
    const message = `serve: expected ${name}: a node takes redis, node_url and cluster_secrets_file`;
    throw new AntiphonError('usage_invalid', message, { path: name });
  };
  return {
    directory: createRedisDirectory({ url: textOf('redis') }),
    url: textOf('node_url'),
    secrets: secretsFromFile(textOf('cluster_secrets_file'), 'cluster.secrets'),
  };
}
