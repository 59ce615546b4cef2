// @module-tag redis-server
import { describe, test } from 'vitest';
import { createSessionDirectoryContract } from '../../src/testing/contracts/sessionDirectoryContract.ts';
import { createRedisSubject } from '../support/directory/redisSubject.ts';

describe('the directory on Redis keeps the contract', () => {
  for (const { name, run } of createSessionDirectoryContract({ create: () => createRedisSubject() }))
    test.concurrent(name, run);
});
