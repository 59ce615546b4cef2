import { describe } from 'vitest';
import { createNatsCheckpoints } from '../../../src/directory/checkpoints/natsCheckpoints.ts';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { NATS } from '../../support/directory/natsSubject.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { describeKills } from './killCases.ts';

describe('three processes that keep sessions on redis', { tags: ['redis-server'] }, () => {
  describeKills('redis', REDIS, createRedisCheckpoints);
});

describe('three processes that keep sessions on nats', { tags: ['nats-server'] }, () => {
  describeKills('nats', NATS, createNatsCheckpoints);
});
