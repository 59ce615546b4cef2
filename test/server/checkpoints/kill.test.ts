import { describe } from 'vitest';
import { createNatsCheckpoints } from '../../../src/directory/checkpoints/natsCheckpoints.ts';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { NATS } from '../../support/directory/natsSubject.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { describeKills } from './killCases.ts';

describe.each([
  ['redis', REDIS, createRedisCheckpoints],
  ['nats', NATS, createNatsCheckpoints],
] as const)('three processes that keep sessions on %s', (flag, engine, createStore) => {
  describeKills(flag, engine, createStore);
});
