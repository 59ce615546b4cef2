import { describe, expect, it, test } from 'vitest';
import { createRedisCheckpoints } from '../../src/directory/checkpoints/redisCheckpoints.ts';
import { createCheckpointStoreContract } from '../../src/testing/contracts/checkpointStoreContract.ts';
import { createEngineStoreSubject } from '../support/checkpoints/engineStore.ts';
import { REDIS } from '../support/directory/redisSubject.ts';

describe('the checkpoints on Redis keep the contract', { tags: ['redis-server'] }, () => {
  const create = () =>
    createEngineStoreSubject(REDIS, (port) =>
      createRedisCheckpoints({ url: `redis://127.0.0.1:${port}`, timeout: 10 }),
    );
  for (const { name, run } of createCheckpointStoreContract({ create })) test.concurrent(name, run);
});

describe('a store on Redis', () => {
  it.each([
    ['an address of another kind', { url: 'http://user:secret@127.0.0.1' }, 'url'],
    ['a prefix with spaces', { url: 'redis://127.0.0.1', prefix: 'a b' }, 'prefix'],
    ['a timeout of nothing', { url: 'redis://127.0.0.1', timeout: 0 }, 'timeout'],
  ])('refuses %s', (_, options, path) => {
    expect(() => createRedisCheckpoints(options)).toThrow(
      expect.objectContaining({
        code: 'usage_invalid',
        message: expect.stringMatching(`^${path}: (?!.*secret)`) as string,
      }),
    );
  });
});
