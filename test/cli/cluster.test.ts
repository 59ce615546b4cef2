import { describe, expect, it } from 'vitest';
import { toCluster, type ClusterParts } from '../../src/cli/serve/toCluster.ts';
import { createMemoryCheckpoints } from '../../src/directory/checkpoints/memoryCheckpoints.ts';
import { createMemoryDirectory } from '../../src/directory/memory/memoryDirectory.ts';

const directory = createMemoryDirectory();
const store = createMemoryCheckpoints();
const SECRETS = ['cluster.secrets', 'cluster.checkpoints.secrets'];
const secrets = () => ['of all nodes, and of nobody else'];
const parts: ClusterParts = {
  secretsFromFile: (path, name) => (path === '/secrets' && SECRETS.includes(name) ? secrets : () => []),
  createRedisDirectory: ({ url }) => (url === 'redis://redis' ? directory : createMemoryDirectory()),
  createRedisCheckpoints: ({ url }) => (url === 'redis://redis' ? store : createMemoryCheckpoints()),
  createNatsCheckpoints: ({ url }) => (String(url) === 'nats://a,nats://b' ? store : createMemoryCheckpoints()),
  createNatsDirectory: ({ url }) => (String(url) === 'nats://a,nats://b' ? directory : createMemoryDirectory()),
};
const SETTINGS = {
  redis: ['redis://redis'],
  nats: undefined,
  node_url: 'http://node-1',
  cluster_secrets_file: '/secrets',
  checkpoints: undefined,
  checkpoint_secrets_file: undefined,
};
const NONE = {
  redis: undefined,
  nats: undefined,
  node_url: undefined,
  cluster_secrets_file: undefined,
  checkpoints: undefined,
  checkpoint_secrets_file: undefined,
};

describe('the settings of a node', () => {
  it('become the option cluster', () => {
    expect(toCluster(SETTINGS, parts)).toEqual({ directory, url: 'http://node-1', secrets });
    expect(toCluster(NONE, parts)).toBeUndefined();
  });

  it('take NATS instead of Redis, and not both', () => {
    const nats = ['nats://a', 'nats://b'];
    expect(toCluster({ ...SETTINGS, redis: undefined, nats }, parts)?.directory).toBe(directory);
    expect(() => toCluster({ ...SETTINGS, nats }, parts)).toThrow('serve: expected redis or nats, got both');
  });

  it('take the servers of a Redis cluster', () => {
    const asked: unknown[] = [];
    const watching: ClusterParts = {
      ...parts,
      createRedisDirectory: ({ url }) => (asked.push(url), directory),
      createRedisCheckpoints: ({ url }) => (asked.push(url), store),
    };
    const redis = ['redis://a', 'redis://b'];
    toCluster({ ...SETTINGS, redis, checkpoints: true }, watching);
    expect(asked).toEqual([redis, redis]);
  });

  it('keep checkpoints on the engine of the directory, encrypted if there are secrets', () => {
    expect(toCluster({ ...SETTINGS, checkpoints: true }, parts)?.checkpoints).toEqual({ store });
    const nats = ['nats://a', 'nats://b'];
    const sealed = { ...SETTINGS, redis: undefined, nats, checkpoint_secrets_file: '/secrets' };
    expect(toCluster(sealed, parts)?.checkpoints).toEqual({ store, secrets });
    const message = 'serve: expected checkpoints with checkpoint_secrets_file';
    expect(() => toCluster({ ...sealed, checkpoints: false }, parts)).toThrow(message);
  });

  it.each(['redis', 'node_url', 'cluster_secrets_file'] as const)('belong together: %s is missing', (name) => {
    const message = `serve: expected ${name}: a node needs redis or nats, node_url and cluster_secrets_file`;
    expect(() => toCluster({ ...SETTINGS, [name]: undefined }, parts)).toThrow(message);
  });
});
