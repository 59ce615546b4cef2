import { AntiphonError } from '../../core/errors.ts';
import type { CheckpointStore } from '../../core/checkpointStore.ts';
import type { NatsCheckpointsOptions } from '../../directory/checkpoints/natsCheckpoints.ts';
import type { RedisCheckpointsOptions } from '../../directory/checkpoints/redisCheckpoints.ts';
import type { NatsDirectoryOptions } from '../../directory/nats/natsDirectory.ts';
import type { RedisDirectoryOptions } from '../../directory/redis/redisDirectory.ts';
import type { SessionDirectory } from '../../core/sessionDirectory.ts';
import type { CheckpointOptions } from '../../server/checkpoints/options.ts';
import type { ClusterOptions } from '../../server/cluster/options.ts';
import type { TokenSecrets } from '../../server/tokens/secrets.ts';
import type { Values } from './readSettings.ts';

/** The parts that are loaded only when a command serves. */
export interface ClusterParts {
  readonly secretsFromFile: (path: string, name: string) => () => TokenSecrets;
  readonly createRedisDirectory: (options: RedisDirectoryOptions) => SessionDirectory;
  readonly createNatsDirectory: (options: NatsDirectoryOptions) => SessionDirectory;
  readonly createRedisCheckpoints: (options: RedisCheckpointsOptions) => CheckpointStore;
  readonly createNatsCheckpoints: (options: NatsCheckpointsOptions) => CheckpointStore;
}

type Value = Values[string] | undefined;

/** The settings of a cluster node. */
export type ClusterValues = Readonly<
  Record<'redis' | 'nats' | 'node_url' | 'cluster_secrets_file' | 'checkpoints' | 'checkpoint_secrets_file', Value>
>;

/**
 * Creates a node's cluster options from the settings, or undefined if none is set. @throws AntiphonError
 * `usage_invalid` if a part is missing
 */
export function toCluster(values: ClusterValues, parts: ClusterParts): ClusterOptions | undefined {
  if (Object.values(values).every((value) => value === undefined)) return undefined;
  const checkpoints = toCheckpoints(values, parts);
  return {
    directory: createEngine(values, parts),
    url: textOf('node_url', values),
    secrets: parts.secretsFromFile(textOf('cluster_secrets_file', values), 'cluster.secrets'),
    ...(checkpoints !== undefined && { checkpoints }),
  };
}

function toCheckpoints(
  values: ClusterValues,
  { secretsFromFile, createRedisCheckpoints, createNatsCheckpoints }: ClusterParts,
): CheckpointOptions | undefined {
  const { nats, checkpoints, checkpoint_secrets_file: secrets } = values;
  if (checkpoints !== true && secrets === undefined) return undefined;
  if (checkpoints === false) refuse('checkpoints', 'checkpoints with checkpoint_secrets_file');
  const store = Array.isArray(nats)
    ? createNatsCheckpoints({ url: nats })
    : createRedisCheckpoints({ url: redisUrlOf(values) });
  if (secrets === undefined) return { store };
  const path = textOf('checkpoint_secrets_file', values);
  return { store, secrets: secretsFromFile(path, 'cluster.checkpoints.secrets') };
}

function createEngine(
  values: ClusterValues,
  { createRedisDirectory, createNatsDirectory }: ClusterParts,
): SessionDirectory {
  const { redis, nats } = values;
  if (!Array.isArray(nats)) return createRedisDirectory({ url: redisUrlOf(values) });
  if (redis !== undefined) refuse('nats', 'redis or nats, got both');
  return createNatsDirectory({ url: nats });
}

/** Returns the Redis URL. A single address names one server; several addresses name servers of one cluster. */
function redisUrlOf({ redis }: ClusterValues): string | readonly string[] {
  if (!Array.isArray(redis)) return refuseMissing('redis');
  const [only, ...others] = redis;
  return only !== undefined && others.length === 0 ? only : redis;
}

function textOf(name: keyof ClusterValues, values: ClusterValues): string {
  const value = values[name];
  return typeof value === 'string' ? value : refuseMissing(name);
}

function refuseMissing(name: keyof ClusterValues): never {
  return refuse(name, `${name}: a node needs redis or nats, node_url and cluster_secrets_file`);
}

function refuse(path: string, expected: string): never {
  throw new AntiphonError('usage_invalid', `serve: expected ${expected}`, { path });
}
