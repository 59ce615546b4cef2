import { describe, test } from 'vitest';
import { createRedisCheckpoints } from '../../src/directory/checkpoints/redisCheckpoints.ts';
import { createCheckpointStoreContract } from '../../src/testing/contracts/checkpointStoreContract.ts';
import { createSessionDirectoryContract } from '../../src/testing/contracts/sessionDirectoryContract.ts';
import { createEngineStoreSubject } from '../support/checkpoints/engineStore.ts';
import { createRedisSubject, REDIS, VALKEY } from '../support/directory/redisSubject.ts';

/** Without a Valkey, the cases are listed as skipped. */
describe.skipIf(VALKEY === undefined)('on Valkey', () => {
  const engine = VALKEY ?? REDIS;
  describe('the directory keeps the contract', () => {
    for (const { name, run } of createSessionDirectoryContract({ create: () => createRedisSubject(engine) }))
      test.concurrent(name, run);
  });

  describe('the checkpoints keep the contract', () => {
    const create = () =>
      createEngineStoreSubject(engine, (port) =>
        createRedisCheckpoints({ url: `redis://127.0.0.1:${port}`, timeout: 10 }),
      );
    for (const { name, run } of createCheckpointStoreContract({ create })) test.concurrent(name, run);
  });
});
