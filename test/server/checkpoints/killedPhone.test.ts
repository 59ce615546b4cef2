// @module-tag redis-server
import { describe } from 'vitest';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { describeKilledCall } from './killCases.ts';

describe('a telephone call over Redis', () => {
  describeKilledCall('redis', REDIS, createRedisCheckpoints);
});
