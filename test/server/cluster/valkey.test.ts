import { describe } from 'vitest';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { REDIS, VALKEY } from '../../support/directory/redisSubject.ts';
import { describeKilledCall, describeKills } from '../checkpoints/killCases.ts';
import { describeProcesses } from './processCases.ts';

/** Without a Valkey, the cases are listed as skipped. */
describe.skipIf(VALKEY === undefined)('on Valkey', () => {
  const engine = VALKEY ?? REDIS;
  describe('three processes', () => {
    describeProcesses('redis', engine);
  });
  describe('three processes that keep sessions', () => {
    describeKills('redis', engine, createRedisCheckpoints);
  });
  describe('a telephone call', () => {
    describeKilledCall('redis', engine, createRedisCheckpoints);
  });
});
